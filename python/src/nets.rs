//! Nets as arrays: conversion to and from dictionaries, and their inputs.

use crate::{
    arrays::{describe, rows},
    errors::nonsense,
    positions::Positions,
};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::{prelude::*, types::PyDict};
use rayon::prelude::*;
use sheshbesh_movegen::OUTCOMES;
use sheshbesh_network::{
    Activation, Layer, Net, Output, PatternTable, Shape, Weights,
    inputs::{BucketSet, InputSet, PatternSet},
};

/// Weights and biases of a layer, as arrays.
type Arrays<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<f32>>);

/// Weights and biases of a layer, as given by a caller.
type Given<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Name of the pruner's class of positions.
pub(crate) const PRUNER: &str = "pruner";

/// Activations and their names.
const ACTIVATIONS: [(Activation, &str); 2] =
    [(Activation::Relu, "relu"), (Activation::Sigmoid, "sigmoid")];

/// Outputs and their names.
const OUTPUTS: [(Output, &str); 3] = [
    (Output::Softmax, "softmax"),
    (Output::FourSigmoids, "four-sigmoids"),
    (Output::FiveSigmoids, "five-sigmoids"),
];

/// Parses the name of an activation.
pub(crate) fn activation(name: &str) -> PyResult<Activation> {
    named("activation", &ACTIVATIONS, name)
}

/// Parses the name of an output.
pub(crate) fn output(name: &str) -> PyResult<Output> {
    named("output", &OUTPUTS, name)
}

fn named<T: Copy>(kind: &str, known: &[(T, &str)], name: &str) -> PyResult<T> {
    let found = known.iter().find(|(_, known)| *known == name);
    found.map(|(value, _)| *value).ok_or_else(|| {
        let names: Vec<String> = known.iter().map(|(_, name)| format!("{name:?}")).collect();
        let known = sheshbesh_movegen::listed(&names);
        nonsense(format_args!("there is no {kind} {name:?}: there are {known}"))
    })
}

fn name_of<T: PartialEq>(known: &[(T, &'static str)], value: T) -> Option<&'static str> {
    known.iter().find(|(known, _)| *known == value).map(|(_, name)| *name)
}

/// Converts a net to arrays.
pub(crate) fn to_dict<'py>(
    py: Python<'py>,
    judges: &str,
    net: &Net,
) -> PyResult<Bound<'py, PyDict>> {
    let (shape, weights) = (net.shape(), net.weights());
    let dict = PyDict::new(py);
    dict.set_item("judges", judges)?;
    dict.set_item("features", shape.inputs.name())?;
    dict.set_item("activation", name_of(&ACTIVATIONS, shape.activation))?;
    dict.set_item("output", name_of(&OUTPUTS, shape.output))?;
    dict.set_item("buckets", shape.buckets.name())?;
    dict.set_item("first", arrays(py, &weights.first)?)?;
    let patterns = weights.patterns.as_ref().map(|table| {
        PyArray1::from_vec(py, table.weights())
            .reshape([table.weights().len() / table.units().max(1), table.units()])
    });
    dict.set_item("pattern_set", shape.patterns.map(|(set, _)| set.name()))?;
    dict.set_item("patterns", patterns.transpose()?)?;
    let scales = weights.patterns.as_ref().map(|table| PyArray1::from_slice(py, table.scales()));
    dict.set_item("pattern_scales", scales)?;
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

/// Converts arrays to a layer; `number` is that of the layer, from 1, for errors.
pub(crate) fn layer(number: usize, (weights, biases): &Given<'_>) -> PyResult<Layer> {
    let numpy = weights.py().import("numpy")?;
    let shape = || {
        nonsense(format_args!(
            "layer {number}: weights are numbers [inputs, outputs], biases [outputs]"
        ))
    };
    let floats = "ascontiguousarray";
    let weights = numpy.call_method1(floats, (weights, "float32")).map_err(|_| shape())?;
    let weights: PyReadonlyArray2<'_, f32> = weights.extract().map_err(|_| shape())?;
    let biases = numpy.call_method1(floats, (biases, "float32")).map_err(|_| shape())?;
    let biases: PyReadonlyArray1<'_, f32> = biases.extract().map_err(|_| shape())?;
    if weights.shape()[1] != biases.len() {
        return Err(nonsense(format_args!(
            "layer {number}: the weights have {} outputs, the biases {}",
            weights.shape()[1],
            biases.len()
        )));
    }
    Ok(Layer { weights: weights.as_slice()?.to_vec(), biases: biases.as_slice()?.to_vec() })
}

/// Converts a dictionary to a net, with the name of the classes of positions that it evaluates.
///
/// # Errors
/// `InvalidInput` if a field is missing, or if the arrays do not fit together.
pub(crate) fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<(String, Net)> {
    let inputs: InputSet = field::<String>(dict, "features")?.parse().map_err(nonsense)?;
    let buckets: BucketSet = field::<String>(dict, "buckets")?.parse().map_err(nonsense)?;
    let first = layer(1, &field(dict, "first")?)?;
    let given: Vec<Vec<Given<'_>>> = field(dict, "stacks")?;
    let stack = |layers: Vec<Given<'_>>| {
        layers.iter().zip(2..).map(|(arrays, number)| layer(number, arrays)).collect()
    };
    let stacks: Vec<Vec<Layer>> = given.into_iter().map(stack).collect::<PyResult<_>>()?;
    let (patterns, table) = read_patterns(dict)?.unzip();
    let rest = stacks.first().map(Vec::as_slice).unwrap_or_default();
    let mut hidden: Vec<usize> = std::iter::once(&first).chain(rest).map(Layer::outputs).collect();
    hidden.pop();
    let shape = Shape {
        inputs,
        patterns,
        buckets,
        activation: activation(&field::<String>(dict, "activation")?)?,
        output: output(&field::<String>(dict, "output")?)?,
        hidden,
    };
    let weights = Weights { first, patterns: table, stacks };
    Ok((field(dict, "judges")?, Net::new(shape, weights).map_err(nonsense)?))
}

fn field<'py, T>(dict: &Bound<'py, PyDict>, name: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    let value = dict.get_item(name)?;
    let value = value.ok_or_else(|| nonsense(format_args!("a net has the field {name:?}")))?;
    value.extract().map_err(|_| nonsense(format_args!("a net's field {name:?} has the wrong type")))
}

/// Patterns of a net, and their table.
type PatternParts = ((PatternSet, usize), PatternTable);

fn read_patterns(dict: &Bound<'_, PyDict>) -> PyResult<Option<PatternParts>> {
    let Some(name) = field::<Option<String>>(dict, "pattern_set")? else { return Ok(None) };
    let set: PatternSet = name.parse().map_err(nonsense)?;
    let shape = || nonsense("a net's patterns are float32 [patterns, units], its scales [units]");
    let weights: PyReadonlyArray2<'_, f32> = field(dict, "patterns")?;
    let scales: PyReadonlyArray1<'_, f32> = field(dict, "pattern_scales")?;
    let units = scales.len();
    if units == 0 || weights.shape()[1] != units {
        return Err(shape());
    }
    let (weights, scales) = (weights.as_slice()?, scales.as_slice()?);
    // The weights are multiples of the scales, which rounding restores.
    let byte =
        |(weight, scale): (&f32, &f32)| if *scale > 0.0 { (weight / scale).round() } else { 0.0 };
    let rows = weights.chunks_exact(units);
    let bytes = rows.flat_map(|row| row.iter().zip(scales).map(byte)).map(|byte| byte as i8);
    let table = PatternTable::from_bytes(scales.to_vec(), bytes.collect());
    Ok(Some(((set, units), table)))
}

/// Inputs of a net for positions: `features` `float32 [N, F]`, `bucket` `int64 [N]`, `possible`
/// `bool [N, 6]`, and `patterns` `int64 [N, P]` or `None`. Rows of `patterns` are filled up with
/// the number of patterns.
pub(crate) fn inputs<'py>(
    py: Python<'py>,
    net: &Net,
    positions: &Positions,
) -> PyResult<Bound<'py, PyDict>> {
    let (shape, game, list) = (net.shape(), positions.game, &positions.list);
    if !shape.inputs.describes(game) {
        return Err(nonsense(format_args!("the features {} do not describe {game}", shape.inputs)));
    }
    let dict = PyDict::new(py);
    let mut features = vec![0.0; list.len() * shape.inputs.len()];
    py.detach(|| describe(shape.inputs, list, &mut features));
    dict.set_item("features", rows(py, features, shape.inputs.len())?)?;
    let bucket = |position| shape.buckets.bucket(position) as i64;
    dict.set_item("bucket", PyArray1::from_iter(py, list.iter().map(bucket)))?;
    let possible: Vec<bool> = list.iter().flat_map(|position| game.possible(position)).collect();
    dict.set_item("possible", rows(py, possible, OUTCOMES)?)?;
    let patterns = shape.patterns.map(|(set, _)| {
        let lists: Vec<_> =
            py.detach(|| list.par_iter().map(|position| set.of(position)).collect());
        let width = lists.iter().map(|list| list.numbers().len()).max().unwrap_or_default();
        let mut numbers = vec![set.count() as i64; lists.len() * width];
        for (row, list) in numbers.chunks_exact_mut(width.max(1)).zip(&lists) {
            for (to, &number) in row.iter_mut().zip(list.numbers()) {
                *to = number.into();
            }
        }
        rows(py, numbers, width)
    });
    dict.set_item("patterns", patterns.transpose()?)?;
    Ok(dict)
}
