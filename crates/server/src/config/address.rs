//! Networks that a host trusts, origins of pages, and how addresses are written to the log.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// A network of addresses, such as `192.0.2.0/24`, or a single address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Network(IpNet);

impl Network {
    /// Whether an address belongs to it.
    ///
    /// ```
    /// let network: mergemaker_server::Network = "192.0.2.0/24".parse().unwrap();
    /// assert!(network.contains("192.0.2.7".parse().unwrap()));
    /// assert!(!network.contains("192.0.3.7".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// Whether it is so large that it must be a mistake to trust it.
    pub(crate) fn is_vast(&self) -> bool {
        self.0.prefix_len() < if self.0.addr().is_ipv4() { 8 } else { 24 }
    }

    /// The network of an address with a prefix of this many bits.
    pub(crate) fn of(address: IpAddr, bits: u8) -> Network {
        Network(IpNet::new_assert(address, bits).trunc())
    }
}

/// Why a text is not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("write an address or a network, such as 192.0.2.7 or 192.0.2.0/24")]
pub struct NotANetwork;

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Network, NotANetwork> {
        let single = || text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
        let network = text.parse::<IpNet>().or_else(|_| single()).map_err(|_| NotANetwork)?;
        Ok(Network(network.trunc()))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An origin as browsers send it, such as `https://acquire.example`: a scheme, a host and perhaps a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

impl Origin {
    /// As text, without a slash at its end.
    ///
    /// ```
    /// let origin: mergemaker_server::Origin = "https://acquire.example".parse().unwrap();
    /// assert_eq!(origin.as_str(), "https://acquire.example");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether pages from there come over TLS.
    pub(crate) fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

/// Why a text is not an origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("write it as a browser does, such as `https://acquire.example`, with nothing after the name")]
pub struct NotAnOrigin;

impl FromStr for Origin {
    type Err = NotAnOrigin;

    /// Reads an origin exactly as browsers send it: anything else would never match.
    fn from_str(text: &str) -> Result<Origin, NotAnOrigin> {
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
        let is_host = !host.is_empty()
            && host.bytes().all(|byte| byte.is_ascii_graphic() && !b"/?#@*\"'<>\\".contains(&byte));
        if is_host && host == host.to_lowercase() {
            return Ok(Origin(text.to_owned()));
        }
        Err(NotAnOrigin)
    }
}

/// How much of an address is written to the log.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LogAddresses {
    /// All of it; of IPv6, the network of one client (/64).
    Full,
    /// Its network: /24 for IPv4, /48 for IPv6.
    #[default]
    Short,
    /// Nothing.
    None,
}

impl LogAddresses {
    /// An address as it is written to the log.
    pub(crate) fn shorten(self, address: IpAddr) -> String {
        let address = address.to_canonical();
        match (self, address) {
            (LogAddresses::None, _) => "-".to_owned(),
            (LogAddresses::Full, IpAddr::V4(_)) => address.to_string(),
            (LogAddresses::Full, IpAddr::V6(_)) => Network::of(address, 64).to_string(),
            (LogAddresses::Short, IpAddr::V4(_)) => Network::of(address, 24).to_string(),
            (LogAddresses::Short, IpAddr::V6(_)) => Network::of(address, 48).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_a_prefix_or_one_address() {
        let network = |text: &str| text.parse::<Network>().map(|network| network.to_string());
        assert_eq!(network("192.0.2.7"), Ok("192.0.2.7/32".to_owned()));
        assert_eq!(network("192.0.2.7/24"), Ok("192.0.2.0/24".to_owned()));
        assert_eq!(network("::ffff:192.0.2.7"), Ok("192.0.2.7/32".to_owned()));
        assert_eq!(network("2001:db8:1:2::/64"), Ok("2001:db8:1:2::/64".to_owned()));
        for text in ["", "here", "192.0.2.0/33", "192.0.2", "192.0.2.0/"] {
            assert_eq!(network(text), Err(NotANetwork), "{text}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("::ffff:192.0.2.7".parse().unwrap()));
        assert!(!all.contains("2001:db8::1".parse().unwrap()));
    }

    #[test]
    fn addresses_are_shortened_as_configured() {
        let check = |kind: LogAddresses, address: &str, expect: &str| {
            assert_eq!(kind.shorten(address.parse().unwrap()), expect, "{kind:?} {address}");
        };
        check(LogAddresses::Full, "192.0.2.7", "192.0.2.7");
        check(LogAddresses::Full, "2001:db8:1:2:3::4", "2001:db8:1:2::/64");
        check(LogAddresses::Short, "192.0.2.7", "192.0.2.0/24");
        check(LogAddresses::Short, "::ffff:192.0.2.7", "192.0.2.0/24");
        check(LogAddresses::Short, "2001:db8:1:2:3::4", "2001:db8:1::/48");
        check(LogAddresses::None, "192.0.2.7", "-");
    }

    #[test]
    fn an_origin_is_written_as_browsers_send_it() {
        for text in ["https://acquire.example", "http://localhost:8080", "http://[::1]:80"] {
            assert_eq!(text.parse::<Origin>().unwrap().as_str(), text);
        }
        for text in
            ["https://Acquire.example", "https://a/", "ftp://a", "a", "https://", "https://a b", "https://*"]
        {
            assert_eq!(text.parse::<Origin>(), Err(NotAnOrigin), "{text}");
        }
    }
}
