//! Networks, from files and arrays.

use crate::{
    errors::{InvalidWeights, file, nonsense},
    fork_guard::ForkGuard,
    nets, position,
    positions::Positions,
    provenance,
};
use numpy::PyArray1;
use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyType},
};
use sheshbesh_movegen::Game;
use sheshbesh_network::{
    ClassSet, Companion, Expert, Kinship, Layer, Net, Shape, Weights, inputs::BucketSet,
};
use std::{path::PathBuf, sync::Arc};

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
        let (activation, output) = (nets::activation(activation)?, nets::output(output)?);
        let layers = layers.iter().zip(1..);
        let mut layers = layers.map(|(arrays, number)| nets::layer(number, arrays));
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

    /// Provenance, as stored in its file; for an ensemble, of the first member.
    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        provenance::to_dict(py, &self.network.provenance)
    }

    /// Weights of the members in the mean; one weight of 1 for a network that is not an ensemble.
    #[getter]
    fn member_weights(&self) -> Vec<f32> {
        let companions = self.network.companions().iter().map(Companion::weight);
        std::iter::once(self.network.weight()).chain(companions).collect()
    }

    /// Returns a member of an ensemble as a network of its own; index 0 is the first.
    fn member(&self, index: usize) -> PyResult<Self> {
        let member = self.network.member(index).ok_or_else(|| {
            let members = self.network.members();
            nonsense(format_args!("there is no member {index}: the network has {members}"))
        })?;
        Ok(Self { network: Arc::new(member), name: format!("{}, member {index}", self.name) })
    }

    /// Averages networks of one game, with the given weights or with equal ones.
    #[classmethod]
    #[pyo3(signature = (networks, weights = None))]
    fn ensemble(
        _class: &Bound<'_, PyType>,
        networks: Vec<PyRef<'_, Self>>,
        weights: Option<Vec<f32>>,
    ) -> PyResult<Self> {
        let weights = weights.unwrap_or_else(|| vec![1.0; networks.len()]);
        if weights.len() != networks.len() {
            return Err(nonsense("an ensemble has a weight for each network"));
        }
        let members = networks.iter().map(|network| (*network.network).clone()).zip(weights);
        let network = sheshbesh_network::Network::ensemble(members.collect()).map_err(nonsense)?;
        Ok(Self { network: Arc::new(network), name: "ensemble".to_owned() })
    }

    /// Builds a network from nets, as `nets` returns them for a network that is not an ensemble.
    #[classmethod]
    #[pyo3(signature = (nets, game = "backgammon", provenance = None))]
    fn from_nets(
        _class: &Bound<'_, PyType>,
        nets: Vec<Bound<'_, PyDict>>,
        game: &str,
        provenance: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let game = position::parse_game(game)?;
        let (mut experts, mut pruner) = (Vec::new(), None);
        for dict in &nets {
            let (judges, net) = nets::from_dict(dict)?;
            if judges == nets::PRUNER {
                pruner = Some(net);
                continue;
            }
            let names: Vec<&str> = judges.split(", ").collect();
            let classes = ClassSet::from_names(&names).ok_or_else(|| {
                nonsense(format_args!("there are no classes of positions {judges:?}"))
            })?;
            experts.push(Expert { classes, net });
        }
        let network = sheshbesh_network::Network::new(game, experts, pruner);
        let mut network = network.map_err(nonsense)?;
        if let Some(provenance) = provenance {
            network.provenance = provenance::from_dict(&provenance)?;
        }
        Ok(Self { network: Arc::new(network), name: "arrays".to_owned() })
    }

    /// Index in `nets` of the first member's net for each position, `int64 [N]`.
    fn nets_of<'py>(&self, py: Python<'py>, positions: &Positions) -> Bound<'py, PyArray1<i64>> {
        let net = |position| self.network.expert_of(positions.game.class(position)) as i64;
        PyArray1::from_iter(py, positions.list.iter().map(net))
    }

    /// Inputs of a net for positions, as arrays.
    fn inputs<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        net: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        judges(self, positions.game)?;
        let companions = self.network.companions().iter().flat_map(Companion::experts);
        let experts = self.network.experts().iter().chain(companions).map(|expert| &expert.net);
        let found = experts.chain(self.network.pruner()).nth(net);
        let found = found.ok_or_else(|| nonsense(format_args!("there is no net {net}")))?;
        ForkGuard::check_sharing()?;
        nets::inputs(py, found, positions)
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
                let net = nets::to_dict(py, &expert.classes.to_string(), &expert.net)?;
                net.set_item("member", number)?;
                net.set_item("weight", weight)?;
                nets.push(net);
            }
        }
        if let Some(pruner) = self.network.pruner() {
            let net = nets::to_dict(py, nets::PRUNER, pruner)?;
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
