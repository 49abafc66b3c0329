//! The layers of a network.
//!
//! Each output is summed separately, in the order of the inputs. SIMD works across outputs, so the results
//! are the same on every machine.

/// The number of inputs processed at a time.
const GROUP: usize = 4;

/// A fully connected layer with int8 weights.
pub(super) struct Dense {
    /// The weights of all outputs, input by input.
    pub(super) weights: Vec<i8>,
    /// The scale of the weights, per output.
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

    /// Inputs of 0, which are common, cost nothing.
    #[inline(always)]
    pub(super) fn apply(&self, inputs: &[f32], outputs: &mut [f32]) {
        self.apply_sparse(inputs.iter().copied().enumerate().filter(|&(_, input)| input != 0.0), outputs);
    }

    /// Applies the layer to sparse inputs, given by index and value.
    #[inline(always)]
    pub(super) fn apply_sparse(&self, inputs: impl Iterator<Item = (usize, f32)>, outputs: &mut [f32]) {
        outputs.fill(0.0);
        let (mut indices, mut values, mut count) = ([0; GROUP], [0.0; GROUP], 0);
        for (index, value) in inputs {
            (indices[count], values[count]) = (index, value);
            count += 1;
            if count == GROUP {
                self.add(indices, values, outputs);
                count = 0;
            }
        }
        // Pad the last group with zeros.
        values[count..].fill(0.0);
        if count > 0 {
            self.add(indices, values, outputs);
        }
        for ((output, scale), bias) in outputs.iter_mut().zip(&self.scales).zip(&self.bias) {
            *output = *output * scale + bias;
        }
    }

    #[inline(always)]
    fn add(&self, indices: [usize; GROUP], values: [f32; GROUP], outputs: &mut [f32]) {
        let width = outputs.len();
        let [a, b, c, d] = indices.map(|index| &self.weights[index * width..][..width]);
        for (index, output) in outputs.iter_mut().enumerate() {
            let mut sum = *output;
            for (weights, value) in [a, b, c, d].into_iter().zip(values) {
                sum += f32::from(weights[index]) * value;
            }
            *output = sum;
        }
    }
}

/// Layer normalisation.
pub(super) struct LayerNorm {
    pub(super) weights: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

impl LayerNorm {
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

/// A sum in a fixed order, in 16 lanes.
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

/// `ReLU` in place.
#[inline(always)]
pub(super) fn relu(numbers: &mut [f32]) {
    for number in numbers {
        *number = if *number > 0.0 { *number } else { 0.0 };
    }
}

/// Adds and applies `ReLU`, in place.
#[inline(always)]
pub(super) fn add_relu(numbers: &mut [f32], more: &[f32]) {
    for (number, more) in numbers.iter_mut().zip(more) {
        *number += more;
    }
    relu(numbers);
}
