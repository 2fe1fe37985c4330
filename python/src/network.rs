//! Networks, from files and arrays.

use crate::{
    errors::{InvalidWeights, file, nonsense},
    position,
};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyType},
};
use sheshbesh_movegen::Game;
use sheshbesh_network::{
    Activation, ClassSet, Expert, Kinship, Layer, Net, Output, Shape, Weights, inputs::BucketSet,
};
use std::{path::PathBuf, sync::Arc};

/// Weights and biases of a layer, as arrays.
type Arrays<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<f32>>);

/// A network, which evaluates positions. Immutable.
#[pyclass(frozen, module = "sheshbesh")]
#[derive(Clone)]
pub(crate) struct Network {
    pub(crate) network: Arc<sheshbesh_network::Network>,
    /// Name in answers.
    pub(crate) name: String,
}

#[pymethods]
impl Network {
    /// Returns the built-in network for a game: the game's own, or that of its nearest relative.
    #[classmethod]
    #[pyo3(signature = (game = "backgammon"))]
    fn shipped(_class: &Bound<'_, PyType>, game: &str) -> PyResult<Self> {
        let game = position::parse_game(game)?;
        let networks: Vec<_> = sheshbesh_weights::networks().collect();
        let learned = networks.iter().map(|network| network.game()).enumerate();
        let nearest = Kinship::nearest(learned, game).unwrap_or_default();
        let network = Arc::new(networks[nearest].clone());
        Ok(Self { network, name: "shesh".to_owned() })
    }

    /// Reads a weights file.
    #[classmethod]
    fn read(_class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Self> {
        let network = sheshbesh_network::Network::read(&path).map_err(|error| file(&error))?;
        Ok(Self { network: Arc::new(network), name: path.display().to_string() })
    }

    /// Parses the bytes of a weights file.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, weights: &[u8]) -> PyResult<Self> {
        let network = sheshbesh_network::Network::from_bytes(weights);
        let network = network.map_err(|error| InvalidWeights::new_err(error.to_string()))?;
        Ok(Self { network: Arc::new(network), name: "bytes".to_owned() })
    }

    /// Builds a network from arrays: weights `float32 [inputs, outputs]` and biases `[outputs]` of
    /// each layer.
    #[classmethod]
    #[pyo3(signature = (layers, features = "structural2", activation = "relu", output = "softmax", game = "backgammon"))]
    fn from_layers<'py>(
        _class: &Bound<'py, PyType>,
        layers: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
        features: &str,
        activation: &str,
        output: &str,
        game: &str,
    ) -> PyResult<Self> {
        let game = position::parse_game(game)?;
        let activation = match activation {
            "relu" => Activation::Relu,
            "sigmoid" => Activation::Sigmoid,
            other => {
                return Err(nonsense(format_args!(
                    "there is no activation {other:?}: there are \"relu\" and \"sigmoid\""
                )));
            }
        };
        let output = match output {
            "softmax" => Output::Softmax,
            "four-sigmoids" => Output::FourSigmoids,
            "five-sigmoids" => Output::FiveSigmoids,
            other => {
                return Err(nonsense(format_args!(
                    "there is no output {other:?}: there are \"softmax\", \"four-sigmoids\" and \
                     \"five-sigmoids\""
                )));
            }
        };
        let layers = layers.iter().enumerate();
        let mut layers = layers.map(|(index, (weights, biases))| layer(index + 1, weights, biases));
        let first = layers.next().unwrap_or_else(|| Err(nonsense("a network has layers")))?;
        let rest = layers.collect::<PyResult<Vec<_>>>()?;
        let mut units: Vec<usize> =
            std::iter::once(&first).chain(&rest).map(Layer::outputs).collect();
        units.pop();
        let shape = Shape {
            inputs: position::features(features, game)?,
            patterns: None,
            buckets: BucketSet::Single,
            activation,
            output,
            hidden: units,
        };
        let weights = Weights { first, patterns: None, stacks: vec![rest] };
        let net = Net::new(shape, weights).map_err(nonsense)?;
        let expert = Expert { classes: ClassSet::ALL, net };
        let network = sheshbesh_network::Network::new(game, vec![expert], None);
        Ok(Self { network: Arc::new(network.map_err(nonsense)?), name: "arrays".to_owned() })
    }

    /// Returns the bytes of its weights file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.network.to_bytes())
    }

    /// Writes a weights file; replaces an existing file atomically.
    fn write(&self, path: PathBuf) -> PyResult<()> {
        self.network.write(&path).map_err(|error| file(&error))
    }

    /// Game that the network was trained on.
    #[getter]
    fn game(&self) -> String {
        self.network.learned().to_string()
    }

    /// Number of parameters.
    #[getter]
    fn parameters(&self) -> usize {
        self.network.parameters()
    }

    /// Provenance, as stored in its file.
    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        let provenance = &self.network.provenance;
        told.set_item("recipe", &provenance.recipe)?;
        told.set_item("seed", provenance.seed)?;
        told.set_item("games", provenance.games)?;
        told.set_item("commit", &provenance.commit)?;
        Ok(told)
    }

    /// Nets as arrays, one for each class of positions, member by member for an ensemble; the
    /// pruner last.
    fn nets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let companions = self.network.companions().iter();
        let companions = companions.map(|member| (member.weight(), member.experts()));
        let first = (self.network.weight(), self.network.experts());
        let mut nets = Vec::new();
        for (number, (weight, experts)) in std::iter::once(first).chain(companions).enumerate() {
            for expert in experts {
                let net = told(py, expert.classes.to_string(), &expert.net)?;
                net.set_item("member", number)?;
                net.set_item("weight", weight)?;
                nets.push(net);
            }
        }
        if let Some(pruner) = self.network.pruner() {
            let net = told(py, "pruner".to_owned(), pruner)?;
            net.set_item("member", 0)?;
            net.set_item("weight", py.None())?;
            nets.push(net);
        }
        Ok(nets)
    }

    fn __repr__(&self) -> String {
        let inputs = self.network.experts()[0].net.shape().inputs;
        format!("<network of {}: {inputs}, {} parameters>", self.game(), self.parameters())
    }

    /// Supports pickle and copy.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let read = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((read, (self.to_bytes(py),)))
    }
}

/// Networks of an engine: the given one, or all built-in ones.
pub(crate) fn all(given: Option<&Network>) -> Vec<&sheshbesh_network::Network> {
    match given {
        Some(network) => vec![&network.network],
        None => sheshbesh_weights::networks().collect(),
    }
}

fn layer(index: usize, weights: &Bound<'_, PyAny>, biases: &Bound<'_, PyAny>) -> PyResult<Layer> {
    let numpy = weights.py().import("numpy")?;
    let shape = || {
        nonsense(format_args!(
            "layer {index}: weights are numbers [inputs, outputs], biases [outputs]"
        ))
    };
    let floats = "ascontiguousarray";
    let weights = numpy.call_method1(floats, (weights, "float32")).map_err(|_| shape())?;
    let weights: PyReadonlyArray2<'_, f32> = weights.extract().map_err(|_| shape())?;
    let biases = numpy.call_method1(floats, (biases, "float32")).map_err(|_| shape())?;
    let biases: PyReadonlyArray1<'_, f32> = biases.extract().map_err(|_| shape())?;
    if weights.shape()[1] != biases.len() {
        return Err(nonsense(format_args!(
            "layer {index}: the weights have {} outputs, the biases {}",
            weights.shape()[1],
            biases.len()
        )));
    }
    Ok(Layer { weights: weights.as_slice()?.to_vec(), biases: biases.as_slice()?.to_vec() })
}

/// Converts a net to arrays.
fn told<'py>(py: Python<'py>, judges: String, net: &Net) -> PyResult<Bound<'py, PyDict>> {
    let (shape, weights) = (net.shape(), net.weights());
    let dict = PyDict::new(py);
    dict.set_item("judges", judges)?;
    dict.set_item("features", shape.inputs.name())?;
    let activation = match shape.activation {
        Activation::Relu => "relu",
        Activation::Sigmoid => "sigmoid",
    };
    dict.set_item("activation", activation)?;
    let output = match shape.output {
        Output::Softmax => "softmax",
        Output::FourSigmoids => "four-sigmoids",
        Output::FiveSigmoids => "five-sigmoids",
    };
    dict.set_item("output", output)?;
    dict.set_item("buckets", shape.buckets.name())?;
    dict.set_item("first", arrays(py, &weights.first)?)?;
    let patterns = weights.patterns.as_ref().map(|table| {
        PyArray1::from_vec(py, table.weights())
            .reshape([table.weights().len() / table.units().max(1), table.units()])
    });
    dict.set_item("patterns", patterns.transpose()?)?;
    let stacks = weights
        .stacks
        .iter()
        .map(|stack| stack.iter().map(|layer| arrays(py, layer)).collect::<PyResult<Vec<_>>>());
    dict.set_item("stacks", stacks.collect::<PyResult<Vec<_>>>()?)?;
    Ok(dict)
}

fn arrays<'py>(py: Python<'py>, layer: &Layer) -> PyResult<Arrays<'py>> {
    let weights = PyArray1::from_slice(py, &layer.weights);
    let weights = weights.reshape([layer.inputs(), layer.outputs()])?;
    Ok((weights, PyArray1::from_slice(py, &layer.biases)))
}

/// Checks that a network evaluates a game.
///
/// # Errors
/// `InvalidInput` if it does not.
pub(crate) fn judges(network: &Network, game: Game) -> PyResult<()> {
    if network.network.judges(game) {
        return Ok(());
    }
    Err(nonsense(format_args!(
        "a network trained for {} cannot evaluate {game}",
        network.network.learned()
    )))
}
