//! The learning curve: strength by number of games, as a table and as a plot.

use bincode::{Decode, Encode};
use plotters::prelude::*;

/// One measurement of strength.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub struct CurvePoint {
    /// Name of the stage.
    pub stage: String,
    /// Self-play games learned from so far.
    pub games: u64,
    /// Positions learned from so far.
    pub samples: u64,
    /// Wall time so far, in seconds.
    pub seconds: f64,
    /// Games of the measurement.
    pub measured_games: u64,
    /// Mean result against the bot, in points per game.
    pub points: f64,
    /// Half the width of its 95 % confidence interval.
    pub interval: f64,
}

/// Formats the curve as CSV with a header.
pub(crate) fn to_csv(curve: &[CurvePoint], opponent: &str) -> String {
    let mut text = String::from(
        "stage,games,samples,seconds,opponent,measured_games,points_per_game,interval_95\n",
    );
    for point in curve {
        let CurvePoint { stage, games, samples, seconds, measured_games, points, interval } = point;
        text += &format!(
            "{stage},{games},{samples},{seconds:.1},{opponent},{measured_games},{points:.4},{interval:.4}\n"
        );
    }
    text
}

/// Width and height of the plot, in pixels.
const SIZE: (u32, u32) = (800, 500);

/// Minimum number of games on the horizontal axis.
const SMALLEST_SCALE: f64 = 1000.0;

/// Formats 2000 as 2k, and 3000000 as 3M.
fn with_suffix(games: f64) -> String {
    match games {
        1e6.. => format!("{}M", games / 1e6),
        1e3.. => format!("{}k", games / 1e3),
        _ => format!("{games}"),
    }
}

/// Draws the curve as SVG: points per game with confidence intervals, by number of games.
///
/// # Errors
/// The message of the plotting library.
pub(crate) fn to_svg(curve: &[CurvePoint], title: &str, opponent: &str) -> Result<String, String> {
    let mut svg = String::new();
    draw(curve, title, opponent, &mut svg).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(
    curve: &[CurvePoint],
    title: &str,
    opponent: &str,
    svg: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    // Learning is fast at first and slow later, so the axis of games is logarithmic. The untrained
    // network, at 0 games, is at its left edge.
    let measured = || curve.iter().map(|point| point.games as f64).filter(|&games| games > 0.0);
    let left = measured().fold(f64::INFINITY, f64::min).min(SMALLEST_SCALE) / 2.0;
    let right = measured().fold(SMALLEST_SCALE, f64::max) * 1.05;
    let games = |point: &CurvePoint| (point.games as f64).max(left);
    // Two games have no interval.
    let interval = |p: &CurvePoint| if p.interval.is_finite() { p.interval } else { 0.0 };
    let low = curve.iter().map(|p| p.points - interval(p)).fold(0.0, f64::min);
    let high = curve.iter().map(|p| p.points + interval(p)).fold(0.0, f64::max);
    let margin = (high - low).max(0.1) * 0.05;

    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 22))
        .margin(15)
        .x_label_area_size(45)
        .y_label_area_size(60)
        .build_cartesian_2d((left..right).log_scale(), low - margin..high + margin)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("self-play games (logarithmic; the untrained network at the left edge)")
        .y_desc(format!("points per game against {opponent}"))
        .axis_desc_style(("sans-serif", 16))
        .label_style(("sans-serif", 14))
        .x_label_formatter(&|&games| with_suffix(games))
        .y_label_formatter(&|y| format!("{y:+.2}"))
        .draw()?;
    chart.draw_series([PathElement::new([(left, 0.0), (right, 0.0)], BLACK.mix(0.5))])?;
    let colour = RGBColor(31, 90, 160);
    let edge = |sign: f64| curve.iter().map(move |p| (games(p), p.points + sign * interval(p)));
    let band: Vec<(f64, f64)> = edge(1.0).chain(edge(-1.0).rev()).collect();
    chart.draw_series([Polygon::new(band, colour.mix(0.2))])?;
    let line = curve.iter().map(|p| (games(p), p.points));
    chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
    let dots = curve.iter().map(|p| (games(p), p.points));
    chart.draw_series(dots.map(|dot| Circle::new(dot, 3, colour.filled())))?;
    area.present()?;
    drop(chart);
    Ok(())
}

#[test]
fn a_curve_without_intervals_can_be_drawn() {
    let point = |games, interval| CurvePoint {
        stage: "td".into(),
        games,
        samples: 50 * games,
        seconds: 1.0,
        measured_games: 2,
        points: -0.5,
        interval,
    };
    for curve in [vec![], vec![point(0, f64::INFINITY), point(100, f64::INFINITY)]] {
        let svg = to_svg(&curve, "A curve", "pubeval").unwrap();
        assert!(svg.contains("</svg>") && !svg.contains("NaN"), "{svg}");
    }
}
