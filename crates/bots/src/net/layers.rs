//! The layers of a network.
//!
//! Every output is added up for itself, in the order of the inputs: the processor works on many outputs at a time, as
//! many as it can, and the sums come out the same on every machine.

/// How many inputs are added at a time.
const AT_ONCE: usize = 4;

/// Every output is a weighted sum of all inputs. Weights are small integers.
pub(super) struct Dense {
    /// For each input, the weights of all outputs.
    pub(super) weights: Vec<i8>,
    /// What a weight of one means, for each output.
    pub(super) scales: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

impl Dense {
    pub(super) fn outputs(&self) -> usize {
        self.scales.len()
    }

    pub(super) fn inputs(&self) -> usize {
        self.weights.len() / self.outputs()
    }

    /// Inputs of 0, of which there are many, cost nothing.
    #[inline(always)]
    pub(super) fn apply(&self, inputs: &[f32], outputs: &mut [f32]) {
        self.add_up(inputs.iter().copied().enumerate().filter(|&(_, input)| input != 0.0), outputs);
    }

    /// The sums of the inputs that are told, with their places.
    #[inline(always)]
    pub(super) fn add_up(&self, inputs: impl Iterator<Item = (usize, f32)>, outputs: &mut [f32]) {
        outputs.fill(0.0);
        let (mut places, mut values, mut count) = ([0; AT_ONCE], [0.0; AT_ONCE], 0);
        for (place, value) in inputs {
            (places[count], values[count]) = (place, value);
            count += 1;
            if count == AT_ONCE {
                self.add(places, values, outputs);
                count = 0;
            }
        }
        // Those that are missing to a whole group count for nothing.
        values[count..].fill(0.0);
        if count > 0 {
            self.add(places, values, outputs);
        }
        for ((output, scale), bias) in outputs.iter_mut().zip(&self.scales).zip(&self.bias) {
            *output = *output * scale + bias;
        }
    }

    #[inline(always)]
    fn add(&self, places: [usize; AT_ONCE], values: [f32; AT_ONCE], outputs: &mut [f32]) {
        let width = outputs.len();
        let [a, b, c, d] = places.map(|place| &self.weights[place * width..][..width]);
        for (index, output) in outputs.iter_mut().enumerate() {
            let mut sum = *output;
            for (weights, value) in [a, b, c, d].into_iter().zip(values) {
                sum += f32::from(weights[index]) * value;
            }
            *output = sum;
        }
    }
}

/// Moves and stretches numbers so that they lie around 0, one apart.
pub(super) struct Norm {
    pub(super) weights: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

impl Norm {
    #[inline(always)]
    pub(super) fn apply(&self, numbers: &[f32], outputs: &mut [f32]) {
        let count = numbers.len() as f32;
        let mean = sum(numbers, |number| number) / count;
        let spread = sum(numbers, |number| (number - mean) * (number - mean)) / count;
        let stretch = 1.0 / (spread + 1e-5).sqrt();
        for (((output, number), weight), bias) in
            outputs.iter_mut().zip(numbers).zip(&self.weights).zip(&self.bias)
        {
            *output = (number - mean) * stretch * weight + bias;
        }
    }
}

/// A sum in a fixed order, sixteen at a time.
#[inline(always)]
fn sum(numbers: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    for numbers in numbers.chunks(LANES) {
        for (lane, &number) in lanes.iter_mut().zip(numbers) {
            *lane += of(number);
        }
    }
    lanes.iter().sum()
}

/// Nothing below 0.
#[inline(always)]
pub(super) fn cut(numbers: &mut [f32]) {
    for number in numbers {
        *number = if *number > 0.0 { *number } else { 0.0 };
    }
}

/// Adds numbers to others, and leaves nothing below 0.
#[inline(always)]
pub(super) fn add_and_cut(numbers: &mut [f32], more: &[f32]) {
    for (number, more) in numbers.iter_mut().zip(more) {
        *number += more;
    }
    cut(numbers);
}
