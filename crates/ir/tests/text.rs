//! Texts that are read beside those that are printed: the generic form, locations, odd files, and the limits of
//! nesting.

use tilewright_ir::{PrintOptions, ReadOptions, parse, parse_with, print, print_with, verify};

/// The text of what is read, which must be right.
fn text(source: &str) -> String {
    let parsed = parse(source);
    assert!(parsed.diagnostics.is_empty(), "{source}\n{:#?}", parsed.diagnostics);
    assert!(
        verify(&parsed.module).is_empty(),
        "{source}\n{:#?}",
        verify(&parsed.module)
    );
    print(&parsed.module).text
}

/// The first message about a text, which must be wrong.
fn message(source: &str) -> String {
    let parsed = parse(source);
    let mut found = parsed.diagnostics;
    if found.is_empty() {
        found = verify(&parsed.module);
    }
    found
        .first()
        .unwrap_or_else(|| panic!("nothing is wrong with {source}"))
        .message
        .clone()
}

/// The text with locations.
fn located(source: &str) -> String {
    let parsed = parse(source);
    assert!(parsed.diagnostics.is_empty(), "{source}\n{:#?}", parsed.diagnostics);
    print_with(&parsed.module, PrintOptions { locations: true }).text
}

#[test]
fn a_combiner_is_read_in_generic_form() {
    let generic = r#"entry @k(%x: tile<4xf32>) {
      %6 = "cuda_tile.reduce"(%x) <{dim = 0 : i32, identities = [0.000000e+00 : f32]}> ({
      ^bb0(%a: !cuda_tile.tile<f32>, %b: !cuda_tile.tile<f32>):
        %s = "cuda_tile.addf"(%a, %b) <{rounding_mode = #cuda_tile.rounding<nearest_even>}> : (!cuda_tile.tile<f32>, !cuda_tile.tile<f32>) -> !cuda_tile.tile<f32>
        "cuda_tile.yield"(%s) : (!cuda_tile.tile<f32>) -> ()
      }) : (!cuda_tile.tile<4xf32>) -> !cuda_tile.tile<f32>
      return
    }"#;
    let generic = generic.replace(
        "entry @k(%x: tile<4xf32>) {",
        "entry @k() {\n%x = constant <f32: 1.0> : tile<4xf32>",
    );
    let own = "entry @k() {
      %x = constant <f32: 1.0> : tile<4xf32>
      %6 = reduce %x dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
      (%a: tile<f32>, %b: tile<f32>) {
        %s = addf %a, %b : tile<f32>
        yield %s : tile<f32>
      }
      return
    }";
    assert_eq!(text(&generic), text(own));
}

#[test]
fn locations_that_share_their_parts_are_read_once() {
    // Written out, this location has 2^60 parts; its place is found nevertheless, at the first caller that has one.
    let mut source = "#a0 = loc(unknown)\n#b0 = loc(callsite(unknown at \"end.py\":4:5))\n".to_string();
    for (name, i) in ["a", "b"].into_iter().flat_map(|name| (1..60).map(move |i| (name, i))) {
        let before = format!("#{name}{}", i - 1);
        source += &format!("#{name}{i} = loc(callsite({before} at {before}))\n");
    }
    source += "entry @k() {\n  return loc(fused[#a59, #b59, #a59])\n} loc(#a59)\n";
    let module = parse(&source).module;
    let origins: Vec<_> = module
        .walk(module.top())
        .into_iter()
        .map(|op| module.loc_data(module.loc(op)).origin)
        .map(|origin| origin.map(|o| (module.name(o.file).to_string(), o.line, o.column)))
        .collect();
    assert_eq!(origins, [None, Some(("end.py".to_string(), 4, 5))]);
}

#[test]
fn places_are_those_in_the_text_that_a_front_end_read() {
    let python = "def k(n):\n    m = n + n\n    p = n + m\n";
    let source = "entry @k(%n: tile<i32>) {
  %0 = addi %n, %n : tile<i32> loc(\"k.py\":2:9 to :14)
  %1 = addi %n, %0 : tile<i32> loc(\"k.py\":3:9)
  %2 = addi %n, %0 : tile<i32>
  return loc(\"k.py\":70:9)
}";
    let read = |origin| {
        parse_with(
            source,
            ReadOptions {
                origin,
                ..ReadOptions::default()
            },
        )
    };
    let module = read(Some(python)).module;
    let places: Vec<(u32, Option<&str>)> = module
        .walk(module.top())
        .into_iter()
        .skip(1)
        .map(|op| {
            let text = module
                .span(op)
                .map(|span| &python[span.start as usize..span.end as usize]);
            (module.loc_data(module.loc(op)).line, text)
        })
        .collect();
    // A place that the text does not have is at its end.
    assert_eq!(
        places,
        [(2, Some("n + n")), (3, Some("n + m")), (0, None), (70, Some(""))]
    );
    let module = read(None).module;
    let lines: Vec<u32> = module
        .walk(module.top())
        .into_iter()
        .map(|op| module.loc_data(module.loc(op)).line)
        .collect();
    assert_eq!(lines, [1, 2, 3, 4, 5]);
}

#[test]
fn every_kind_of_location_is_kept() {
    let source = r##"#loc5 = loc("late.py":9:1)
entry @k(%n: tile<i32> loc("arg.py":1:2)) {
  %0 = addi %n, %n : tile<i32> loc("kernel.py":7:8)
  %1 = addi %n, %n : tile<i32> loc("range.py":1:2 to 3:4)
  %2 = addi %n, %n : tile<i32> loc("name"("kernel.py":7:8))
  %3 = addi %n, %n : tile<i32> loc(fused<"pass">["kernel.py":7:8, #later, unknown])
  %4 = addi %n, %n : tile<i32> loc(callsite(#loc5 at #later))
  %5 = addi %n, %n : tile<i32> loc(fused[#later, #later])
  %6 = addi %n, %n : tile<i32> loc("only a name")
  %7 = addi %n, %n : tile<i32> loc("paren)\".py":1:1)
  return loc(unknown)
} loc(#cuda_tile.di_loc<#later in #sub>)
#later = loc("later.py":2:3)
#file = #cuda_tile.di_file<"later.py" in "/tmp">
#sub = #cuda_tile.di_subprogram<linkageName = "k", name = "k", file = #file, line = 1, compileUnit = #cuda_tile.di_compile_unit<file = #file>>
"##;
    let first = located(source);
    for part in [
        "%n: tile<i32> loc(#loc",
        "loc(\"range.py\":1:2 to 3:4)",
        "loc(\"name\"(#loc",
        "loc(fused<\"pass\">[#loc",
        "loc(callsite(#loc",
        "loc(\"only a name\")",
        "loc(\"paren)\\22.py\":1:1)",
        "#di_file = #cuda_tile.di_file<\"later.py\" in \"/tmp\">",
        "#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 1, name = \"k\", linkageName = \"k\", compileUnit = #di_compile_unit>",
        "= loc(unknown)",
    ] {
        assert!(first.contains(part), "{part} is missing from\n{first}");
    }
    assert_eq!(first, located(&first));
    // Where a call is, its caller is what the compiler speaks of; the parts of others in order.
    let module = parse(source).module;
    let places: Vec<Option<(String, u32)>> = module
        .walk(module.top())
        .into_iter()
        .map(|op| {
            module
                .loc_data(module.loc(op))
                .origin
                .map(|o| (module.name(o.file).to_string(), o.line))
        })
        .collect();
    let at = |file: &str, line| Some((file.to_string(), line));
    let (kernel, later) = (at("kernel.py", 7), at("later.py", 2));
    let expected = [
        later.clone(),
        kernel.clone(),
        at("range.py", 1),
        kernel.clone(),
        kernel,
        later.clone(),
        later,
        None,
        at("paren)\".py", 1),
        None,
    ];
    assert_eq!(places, expected);
}

#[test]
fn locations_that_mean_nothing_are_refused() {
    let with = |location: &str| message(&format!("entry @k() {{\n  return loc({location})\n}}\n"));
    assert!(with("nowhere(1)").contains("there is no location `nowhere(...)`"));
    assert!(with("#missing").contains("`#missing`"));
    assert!(with("\"a\":1:99999999999").contains("at most 32 bits"));
    assert!(with("callsite(unknown)").contains("expected `at`"));
    assert!(message("#a = 1\nentry @k() {\n  return loc(#a)\n}\n").contains("no location"));
}

#[test]
fn a_byte_order_mark_and_every_end_of_line_are_taken() {
    let source = "// a comment\nentry @k(%n: tile<i32>) {\n  // another\n  %m = addi %n, %n : tile<i32>\n  return\n}\n";
    for other in [
        format!("\u{FEFF}{source}"),
        source.replace('\n', "\r\n"),
        source.replace('\n', "\r"),
    ] {
        assert_eq!(text(source), text(&other));
    }
    // Invisible characters are shown.
    assert_eq!(
        message("\u{200B}entry @k() {}"),
        "expected an op, found `\\u{200b}` (U+200B)"
    );
    assert_eq!(
        message("\u{301}entry @k() {}"),
        "expected an op, found `\\u{301}` (U+0301)"
    );
    // So are the numbers of others that are easily taken for what they are not, as this letter is for an `e`.
    assert_eq!(
        message("\u{435}ntry @k() {}"),
        "expected an op, found `\u{435}` (U+0435)"
    );
    let wrong = parse(&source.replace("addi", "addq").replace('\n', "\r")).diagnostics;
    let index = tilewright_diag::LineIndex::new(&source.replace('\n', "\r"));
    let place = index.line_column(&source.replace('\n', "\r"), wrong[0].span.unwrap().start);
    assert_eq!((place.line, place.column), (4, 8));
}

#[test]
fn what_nests_has_a_limit_with_a_message() {
    let deep = 20_000;
    let nest = |open: &str, inside: &str, close: &str| format!("{}{inside}{}", open.repeat(deep), close.repeat(deep));
    let entry = |body: &str| format!("entry @k(%n: tile<i32>, %c: tile<i1>) {{\n{body}\n}}\n");
    let chain = |name: &str, link: &dyn Fn(String) -> String, end: &str| {
        let links: Vec<String> = (1..deep)
            .map(|i| format!("#{name}{i} = {}\n", link(format!("#{name}{}", i - 1))))
            .collect();
        format!("#{name}0 = {end}\n{}", links.concat())
    };
    let too_deep = [
        entry(&format!("%0 = constant <i32: 1> : {}", nest("tile<", "i32", ">"))),
        entry(&format!("%0 = constant <i32: 1> : {}", nest("ptr<", "i32", ">"))),
        entry(&format!("return {{a = {}}}", nest("[", "1", "]"))),
        entry(&format!("return {{a = {}}}", nest("{a = ", "1", "}"))),
        entry(&format!("return {{a = {}}}", nest("() -> (", "", ")"))),
        entry(&format!(
            "return {{a = loc({})}}",
            nest("callsite(unknown at ", "unknown", ")")
        )),
        entry(&format!("return {{a = loc({})}}", nest("\"a\"(", "unknown", ")"))),
        entry(&format!("return loc(fused<{}>[\"a\":1:1])", nest("[", "1", "]"))),
        entry("return") + &format!("#a = {}\n", nest("[", "1", "]")),
        entry(&format!("%0 = constant <i32: {}> : tile<1xi32>", nest("[", "1", "]"))),
        entry(&format!("%0 = constant dense<{}> : tile<1xi32>", nest("[", "1", "]"))),
        entry(&nest("if %c {\n", "", "}\n")),
        entry(&nest("\"cuda_tile.if\"(%c) ({\n", "", "}) : (tile<i1>) -> ()\n")),
        chain("a", &|before| format!("[{before}]"), "1") + &entry("return"),
        chain(
            "l",
            &|before| format!("loc(callsite({before} at {before}))"),
            "loc(\"a\":1:1)",
        ) + &entry(&format!("return {{a = #l{}}}", deep - 1)),
    ];
    for source in too_deep {
        let found = message(&source);
        let says_so = found.contains("attributes nest at most") || found.contains("more than");
        assert!(says_so, "{found}\n{}", &source[..200.min(source.len())]);
    }
}

#[test]
fn the_deepest_that_is_read_is_verified_and_printed_on_a_small_stack() {
    let attrs = format!("{}1{}", "[".repeat(60), ", 2]".repeat(60));
    let location = format!("{}unknown{}", "\"a\"(".repeat(20_000), ")".repeat(20_000));
    let loops = format!("{}{}", "loop {\n".repeat(190), "break\n}\n".repeat(190));
    let source = format!("entry @k() {{\n{loops}return {{a = {attrs}}} loc({location})\n}}\n");
    // Frames of a development build with all debug information are several times those of the page, which has 1 MiB.
    let small = std::thread::Builder::new().stack_size(3 << 19);
    small
        .spawn(move || {
            let parsed = parse(&source);
            assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
            let _ = verify(&parsed.module);
            let first = print_with(&parsed.module, PrintOptions { locations: true }).text;
            assert_eq!(first, located(&first));
        })
        .unwrap()
        .join()
        .unwrap();
}

/// Calls are inlined many levels deep, and debug information with them.
#[test]
fn locations_nest_as_deep_as_the_text_has_them_on_a_small_stack() {
    let deep = 5_000;
    let nest = |open: &str, inside: &str, close: &str| format!("{}{inside}{}", open.repeat(deep), close.repeat(deep));
    let chain = |first: &str, link: &dyn Fn(&str, usize) -> String| -> Vec<String> {
        let links = (1..deep).map(|i| format!("#x{i} = {}\n", link(&format!("#x{}", i - 1), i)));
        std::iter::once(format!("#x0 = {first}\n")).chain(links).collect()
    };
    let calls = chain("loc(\"a\":1:1)", &|x, i| format!("loc(callsite(\"b\":{i}:1 at {x}))"));
    let file = "#file = #di_file<\"a\" in \"b\">\n#unit = #di_compile_unit<file = #file>\n";
    let first = "#di_subprogram<file = #file, line = 1, name = \"k\", linkageName = \"k\", compileUnit = #unit>";
    let blocks = chain(first, &|x, i| {
        format!("#di_lexical_block<scope = {x}, file = #file, line = {i}>")
    });
    let last = format!("#x{}", deep - 1);
    let kernel = |end: &str, own: &str| format!("entry @k() {{\n  return loc({end})\n}} loc({own})\n");
    let own = "#di_loc<loc(\"a\":1:1) in #x0>";
    let reversed = |lines: &[String]| lines.iter().rev().map(String::as_str).collect::<String>();
    let blocks_in_one = nest("#di_lexical_block<scope = ", first, ", file = #file, line = 1>");
    let sources = [
        kernel(&nest("callsite(unknown at ", "unknown", ")"), "unknown"),
        kernel(&nest("callsite(", "unknown", " at unknown)"), "unknown"),
        kernel(&nest("\"a\"(", "unknown", ")"), "unknown"),
        kernel(&nest("fused[\"a\":1:1, ", "\"b\":1:1", "]"), "unknown"),
        kernel(&nest("loc(", "\"b\":1:1", ")"), "unknown"),
        calls.concat() + &kernel(&last, "unknown"),
        // The same from the last to the first, which is read by need.
        reversed(&calls) + &kernel(&last, "unknown"),
        file.to_string() + &blocks.concat() + &kernel(&format!("#di_loc<loc(\"a\":1:1) in {last}>"), own),
        file.to_string() + &reversed(&blocks) + &kernel(&format!("fused<{last}>[\"a\":1:1]"), own),
        file.to_string()
            + &format!("#x0 = {first}\n")
            + &kernel(&format!("#di_loc<loc(\"a\":1:1) in {blocks_in_one}>"), own),
    ];
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let work = move || {
        for source in sources {
            let parsed = parse(&source);
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics[0]);
            assert_eq!(verify(&parsed.module), []);
            let first = print_with(&parsed.module, PrintOptions { locations: true }).text;
            assert_eq!(first, located(&first));
            // A fault at the bottom is told there.
            let wrong = source
                .replacen("unknown", "nowhere", 1)
                .replacen("\"a\":1:1", "\"a\":b", 1);
            assert_ne!(parse(&wrong).diagnostics, []);
        }
    };
    small.spawn(work).unwrap().join().unwrap();
}

/// Each line doubles what the last alias stands for.
#[test]
fn aliases_that_double_are_refused_where_they_would_be_written_out() {
    let lines = |first: &str, link: &dyn Fn(usize) -> String| -> String {
        let links: String = (1..60).map(|i| format!("#x{i} = {}\n", link(i - 1))).collect();
        format!("#x0 = {first}\n{links}")
    };
    let arrays = lines("1", &|i| format!("[#x{i}, #x{i}]"));
    let places = lines("loc(\"a\":1:1)", &|i| format!("loc(callsite(#x{i} at #x{i}))"));
    let types = lines("i32", &|i| format!("(!x{i}) -> (!x{i})")).replace('#', "!");
    let kernel = |end: &str| format!("entry @k() {{\n  return {end}\n}}\n");
    for large in [
        arrays + &kernel("{a = #x59}"),
        places.clone() + &kernel("{a = #x59}"),
        types + &kernel("{a = !x59}"),
    ] {
        assert!(message(&large).contains("written out"), "{}", message(&large));
    }
    // Places of ops are printed by alias.
    let parsed = parse(&(places + &kernel("loc(#x59)")));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    assert!(print_with(&parsed.module, PrintOptions { locations: true }).text.len() < 10_000);
}

/// A kernel of so many additions, on lines of their own or not.
fn additions(count: usize, between: &str) -> String {
    let line = |i: usize| format!("%v{} = addi %v{i}, %v0 : tile<i32>{between}", i + 1);
    let ops: String = (0..count).map(line).collect();
    format!("entry @k(%v0: tile<i32>) {{{between}{ops}return}}\n")
}

#[test]
fn long_texts_are_read_and_printed_without_counting_from_their_start() {
    // Quadratic work on one line of this length would take minutes.
    for between in ["\n", " "] {
        let source = additions(40_000, between);
        let parsed = parse(&source);
        assert!(parsed.diagnostics.is_empty() && verify(&parsed.module).is_empty());
        assert_eq!(print(&parsed.module).text.lines().count(), 40_003);
    }
    // Values of one name, whose scopes are all open.
    let mut module = parse(&additions(40_000, "\n")).module;
    let values: Vec<_> = module
        .walk(module.top())
        .into_iter()
        .flat_map(|op| module.results(op).to_vec())
        .collect();
    let name = module.intern_name("x");
    for value in values {
        module.set_value_name(value, Some(tilewright_ir::ValueName { name, part: 0 }));
    }
    assert!(print(&module).text.contains("%x_39998 = addi"));
}

#[test]
fn functions_of_tests_are_taken_where_that_is_asked_for() {
    let source = "cuda_tile.testing$func @f(%a: !cuda_tile.tile<2x4x8xf32>) {\n  cuda_tile.return\n}\n";
    assert!(message(source).contains("testing$func"));
    let parsed = parse_with(
        source,
        ReadOptions {
            testing: true,
            ..ReadOptions::default()
        },
    );
    assert!(parsed.diagnostics.is_empty() && verify(&parsed.module).is_empty());
    assert_eq!(
        print(&parsed.module).text,
        "testing$func @f(%a: tile<2x4x8xf32>) {\n  return\n}\n"
    );
}

/// The end of a branch is not printed where it says nothing, and then neither is its location.
#[test]
fn ends_that_are_not_printed_have_no_location_in_the_text() {
    let source = r#"entry @k(%c: tile<i1>) {
  if %c {
    yield loc("a.py":1:1)
  } loc("a.py":2:1)
  return loc("a.py":3:1)
} loc("a.py":4:1)
"#;
    let once = located(source);
    assert!(!once.contains(":1:1") && once.contains(":2:1"), "{once}");
    assert_eq!(located(&once), once);
    // One that says something keeps its own.
    let source = source.replace("if %c {", "%r = if %c -> (tile<i1>) {").replace(
        "yield loc(\"a.py\":1:1)\n  }",
        "yield %c : tile<i1> loc(\"a.py\":1:1)\n  } else {\n    yield %c : tile<i1>\n  }",
    );
    let once = located(&source);
    assert!(once.contains(":1:1"), "{once}");
    assert_eq!(located(&once), once);
}

#[test]
fn after_twenty_errors_it_is_said_that_there_may_be_more() {
    let wrong = |count: usize| format!("entry @k() {{\n{}  return\n}}\n", "  frobnicate\n".repeat(count));
    let told = parse(&wrong(900)).diagnostics;
    assert_eq!(told.len(), 20);
    assert_eq!(
        told[19].notes,
        ["these are the first 20 errors: the text is not read to its end"]
    );
    let few = parse(&wrong(19)).diagnostics;
    assert!(
        few.len() == 19 && few.iter().all(|error| error.notes.is_empty()),
        "{few:#?}"
    );
}
