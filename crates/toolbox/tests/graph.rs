//! Where boxes and lines of a graph are drawn.
#![cfg(not(target_arch = "wasm32"))]

use std::time::{Duration, Instant};
use tilewright_toolbox::{Drawing, Graph, Line, MOST_BOXES, MOST_LINES, Point, Size};

const LABEL: Size = size(30.0, 14.0);

const fn size(width: f64, height: f64) -> Size {
    Size { width, height }
}

const fn strong(from: usize, to: usize) -> Line {
    Line { from, to, strong: true }
}

const fn weak(from: usize, to: usize) -> Line {
    Line {
        from,
        to,
        strong: false,
    }
}

/// As many boxes of one size.
fn boxes(number: usize) -> Vec<Size> {
    vec![size(80.0, 26.0); number]
}

/// Whether two things, by middle and size, have a point in common.
fn meet((a, s): (Point, Size), (b, t): (Point, Size)) -> bool {
    (a.x - b.x).abs() < (s.width + t.width) / 2.0 - 1e-6 && (a.y - b.y).abs() < (s.height + t.height) / 2.0 - 1e-6
}

/// Whether a point is on the border of a box.
fn on_border(point: Point, middle: Point, size: Size) -> bool {
    let off = ((point.x - middle.x).abs() - size.width / 2.0).max((point.y - middle.y).abs() - size.height / 2.0);
    off.abs() < 1e-6
}

/// The graph laid out, once all is where it may be.
fn laid(boxes: &[Size], lines: &[Line]) -> Drawing {
    let graph = Graph {
        boxes: boxes.to_vec(),
        lines: lines.to_vec(),
        label: LABEL,
    };
    let made = Drawing::new(&graph).expect("a graph that can be drawn");
    let labels = made.ways.iter().map(|way| (way.label, LABEL));
    let things: Vec<_> = made
        .boxes
        .iter()
        .copied()
        .zip(boxes.iter().copied())
        .chain(labels)
        .collect();
    for (place, &(middle, size)) in things.iter().enumerate() {
        assert!(
            middle.x >= size.width / 2.0 && middle.x <= made.width - size.width / 2.0,
            "{middle:?} in {}",
            made.width
        );
        assert!(
            middle.y >= size.height / 2.0 && middle.y <= made.height - size.height / 2.0,
            "{middle:?} in {}",
            made.height
        );
        for &other in &things[..place] {
            assert!(
                !meet((middle, size), other),
                "{:?} and {other:?} of {lines:?}",
                (middle, size)
            );
        }
    }
    for (line, way) in lines.iter().zip(&made.ways) {
        let [first, .., last] = way.points[..] else {
            panic!("{way:?} has no two ends")
        };
        assert!(
            on_border(first, made.boxes[line.from], boxes[line.from]),
            "{line:?} begins at its box: {way:?}"
        );
        assert!(
            on_border(last, made.boxes[line.to], boxes[line.to]),
            "{line:?} ends at its box: {way:?}"
        );
    }
    made
}

/// Whether two straight lines cross.
fn cross(a: (Point, Point), b: (Point, Point)) -> bool {
    let turn = |a: Point, b: Point, c: Point| ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum();
    turn(a.0, a.1, b.0) * turn(a.0, a.1, b.1) < 0.0 && turn(b.0, b.1, a.0) * turn(b.0, b.1, a.1) < 0.0
}

/// The straight parts of a way.
fn parts(points: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    points.windows(2).map(|ends| (ends[0], ends[1]))
}

/// The number of pairs of lines that cross.
fn crossings(drawing: &Drawing) -> usize {
    let ways = &drawing.ways;
    let pairs = (0..ways.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    pairs
        .filter(|&(one, other)| parts(&ways[one].points).any(|a| parts(&ways[other].points).any(|b| cross(a, b))))
        .count()
}

/// The number of lines through the middles of boxes that they have no business with; they may touch corners.
fn through_boxes(drawing: &Drawing, sizes: &[Size], lines: &[Line]) -> usize {
    let through = |way: &[Point], place: usize| {
        let Point { x, y } = drawing.boxes[place];
        let side = |half: f64| Point { x: x + half, y };
        let half = sizes[place].width / 2.0;
        parts(way).any(|part| cross((side(-half), side(half)), part))
    };
    let others = |line: &Line| {
        (0..sizes.len())
            .filter(move |place| ![line.from, line.to].contains(place))
            .collect::<Vec<_>>()
    };
    let met = lines.iter().zip(&drawing.ways).map(|(line, way)| {
        others(line)
            .into_iter()
            .filter(|&place| through(&way.points, place))
            .count()
    });
    met.sum()
}

#[test]
fn what_waits_for_a_box_is_below_it_and_a_line_into_a_later_iteration_may_lead_upwards() {
    let lines = [strong(0, 1), strong(1, 2), weak(2, 0)];
    let Drawing { boxes: at, ways, .. } = laid(&boxes(3), &lines);
    assert!(at[0].y < at[1].y && at[1].y < at[2].y);
    let [first, .., last] = ways[2].points[..] else {
        panic!("it has no two ends")
    };
    assert!(first.y > last.y, "it leads upwards");
    assert_eq!(
        through_boxes(&laid(&boxes(3), &lines), &boxes(3), &lines),
        0,
        "it goes around the box between"
    );
}

#[test]
fn strong_lines_lead_downwards_whatever_the_order_of_the_boxes() {
    let Drawing { boxes: at, .. } = laid(
        &boxes(4),
        &[strong(3, 2), strong(2, 0), weak(0, 3), weak(1, 3), strong(0, 1)],
    );
    assert!(at[3].y < at[2].y && at[2].y < at[0].y && at[0].y < at[1].y);
}

#[test]
fn lines_that_need_not_cross_do_not() {
    let tree = [
        strong(0, 2),
        strong(0, 1),
        strong(1, 6),
        strong(2, 5),
        strong(1, 4),
        strong(2, 3),
    ];
    assert_eq!(crossings(&laid(&boxes(7), &tree)), 0);
    let pairs: Vec<_> = (0..4).map(|place| strong(place, 7 - place)).collect();
    assert_eq!(crossings(&laid(&boxes(8), &pairs)), 0);
}

#[test]
fn lines_that_must_cross_are_told_by_the_count_that_the_tests_go_by() {
    let both: Vec<_> = (0..3)
        .flat_map(|above| (3..6).map(move |below| strong(above, below)))
        .collect();
    assert!(crossings(&laid(&boxes(6), &both)) > 0);
}

#[test]
fn a_line_of_a_box_to_itself_is_beside_it() {
    let sizes = [size(80.0, 26.0), size(200.0, 26.0), size(60.0, 26.0)];
    let lines = [strong(0, 1), weak(1, 1), weak(1, 1), strong(0, 2), weak(2, 2)];
    let made = laid(&sizes, &lines);
    for place in [1, 2, 4] {
        assert!(made.ways[place].label.x > made.boxes[lines[place].from].x);
    }
    assert_eq!(through_boxes(&made, &sizes, &lines), 0);
}

#[test]
fn several_lines_between_two_boxes_have_labels_apart_and_a_circle_has_an_end() {
    laid(&boxes(2), &[strong(0, 1), weak(0, 1), weak(1, 0)]);
    let Drawing { boxes: at, .. } = laid(&boxes(3), &[strong(0, 1), strong(1, 2), strong(2, 0)]);
    assert!(at[0].y < at[1].y && at[1].y < at[2].y, "the first is above");
}

#[test]
fn a_graph_of_nothing_and_of_boxes_without_lines() {
    assert!(laid(&[], &[]).boxes.is_empty());
    let Drawing { boxes: at, .. } = laid(&boxes(2), &[]);
    assert!(at[0].y == at[1].y && at[0].x < at[1].x);
}

/// Numbers below others, the same each time.
fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |most| {
        state = state * 48271 % 2_147_483_647;
        usize::try_from(state).expect("small") % most
    }
}

#[test]
fn graphs_of_any_form_are_drawn_twice_alike_and_lines_pass_boxes_by() {
    let mut below = numbers(7);
    for round in 0..300 {
        let number = 1 + below(24);
        let sizes: Vec<_> = (0..number).map(|_| size((40 + below(90)) as f64, 26.0)).collect();
        let lines: Vec<_> = (0..below(2 * number))
            .map(|_| match [below(4), below(number), below(number)] {
                [0, from, to] => weak(from, to),
                [_, from, to] if from == to => weak(from, to),
                [_, from, to] => strong(from.min(to), from.max(to)),
            })
            .collect();
        let made = laid(&sizes, &lines);
        assert_eq!(made, laid(&sizes, &lines), "round {round}");
        for line in lines.iter().filter(|line| line.strong) {
            assert!(
                made.boxes[line.from].y < made.boxes[line.to].y,
                "round {round}: {line:?}"
            );
        }
        assert_eq!(
            through_boxes(&made, &sizes, &lines),
            0,
            "round {round}: {sizes:?} {lines:?}"
        );
    }
}

#[test]
fn what_is_too_large_or_no_graph_is_refused_and_the_largest_is_drawn_soon() {
    let refused = |boxes: Vec<Size>, lines: Vec<Line>| {
        Drawing::new(&Graph {
            boxes,
            lines,
            label: LABEL,
        })
        .expect_err("refused")
    };
    assert!(refused(boxes(MOST_BOXES + 1), vec![]).contains("too many"));
    assert!(refused(boxes(2), vec![weak(0, 1); MOST_LINES + 1]).contains("too many"));
    assert!(refused(boxes(2), vec![weak(0, 2)]).contains("not there"));
    assert!(refused(vec![size(f64::NAN, 1.0)], vec![]).contains("size"));
    // A column of boxes, and lines past most of them; then lines between all.
    let column = (1..MOST_BOXES).map(|to| strong(to - 1, to));
    let past = (0..MOST_LINES + 1 - MOST_BOXES).map(|nth| strong(nth % 20, MOST_BOXES - 1 - nth / 20));
    let mut below = numbers(3);
    let any = (0..MOST_LINES).map(|_| weak(below(MOST_BOXES), below(MOST_BOXES)));
    for lines in [column.chain(past).collect::<Vec<_>>(), any.collect()] {
        let start = Instant::now();
        let graph = Graph {
            boxes: boxes(MOST_BOXES),
            lines,
            label: LABEL,
        };
        assert!(Drawing::new(&graph).is_ok());
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}
