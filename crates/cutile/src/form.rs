//! A signature as a form: what is said of each parameter and where, and the comment that a filled-in form is.

use crate::module_level::Kernel;
use crate::request::lower_kernel;
use crate::signature::text::{comments_above, parse as parse_signature, with_comment};
use crate::{File, Lowered, ParamInfo, Request, info, parse, stack};
use tilewright_diag::{Diagnostic, LineIndex};

/// The kernels of a file, and what is known of the parameters of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The kernels, in order.
    pub kernels: Vec<String>,
    /// The kernel that the fields are of.
    pub kernel: String,
    /// A field for each parameter, in order.
    pub fields: Vec<Field>,
}

/// A parameter, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Whether it is annotated as a constant: then the text is a value, else a type.
    pub constant: bool,
    /// Its type or value, as a signature has it; empty where nothing is known.
    pub text: String,
    /// The origin of the text.
    pub said: Said,
}

/// The origin of what is known of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// A comment above the kernel says it.
    Comment,
    /// A launch in the file shows it.
    Launch,
    /// The uses of the parameter show it, or it is usual.
    Assumed,
    /// Nothing says it.
    Nowhere,
}

/// A kernel as Tile IR, and the form of its signature, which there is also where the kernel is refused. It is the kernel of that
/// name, else the first. `name` is that of the file, for locations.
///
/// # Errors
/// As [`lower`](crate::lower). Without a form, the file cannot be read or has no kernel.
pub fn lower(source: &str, name: &str, asked: Option<&str>) -> (Option<Form>, Result<Lowered, Vec<Diagnostic>>) {
    stack::with_room(|| {
        let body = match parse(source) {
            Ok(body) => body,
            Err(found) => return (None, Err(found)),
        };
        let lines = LineIndex::new(source);
        let file = File::new(source, name, &lines, &body);
        match chosen(&file, asked) {
            Ok(kernel) => {
                let request = Request {
                    file: name,
                    ..Request::default()
                };
                (Some(form(&file, kernel)), lower_kernel(&file, kernel, &request))
            }
            Err(found) => (None, Err(found)),
        }
    })
}

fn form<'a>(file: &File<'a>, kernel: &Kernel<'a>) -> Form {
    let comment = items(file.source, kernel);
    let params = info(kernel).params;
    let launch = crate::launch::find(file.body, kernel.def, params.len()).ok();
    let uses = crate::infer::Uses::of(
        kernel.def,
        &file.globals.with(&kernel.frame),
        &kernel.made.constants,
        &|name| {
            let place = params.iter().position(|param| param.name == name)?;
            match comment.iter().find(|item| item.0 == name) {
                // Absent: a comment that is being written says nothing yet.
                Some((name, text)) => parse_signature(&format!("{name}={text}"), 0)
                    .ok()?
                    .parts
                    .pop()
                    .map(|part| part.param),
                None => kernel.launched(launch.as_ref(), place),
            }
        },
    );
    let field = |(place, param): (usize, ParamInfo)| {
        let constant = param.constant.is_some();
        let by_comment = || comment.iter().find(|item| item.0 == param.name);
        let by_launch = || kernel.launched(launch.as_ref(), place);
        let is_told = || launch.as_ref().is_some_and(|launch| launch.tells(place));
        let (text, said) = if let Some(item) = by_comment() {
            (item.1.clone(), Said::Comment)
        } else if let Some(known) = by_launch() {
            (known.to_text(), if is_told() { Said::Launch } else { Said::Assumed })
        } else if let Some(guess) = kernel.guessed(&uses, place, &param.name) {
            (guess.to_text(), Said::Assumed)
        } else {
            (String::new(), Said::Nowhere)
        };
        Field {
            name: param.name,
            constant,
            text,
            said,
        }
    };
    Form {
        kernel: kernel.name.to_string(),
        fields: params.iter().cloned().enumerate().map(field).collect(),
        kernels: file.kernels.iter().map(|kernel| kernel.name.to_string()).collect(),
    }
}

/// The source with these parameters said in the comment above a kernel, each by name and text; an empty text takes a
/// parameter out of the comment. What the comment says of others stays.
///
/// # Errors
/// The messages of the parser, or that there is no kernel.
pub fn fill_in(source: &str, asked: Option<&str>, changes: &[(String, String)]) -> Result<String, Vec<Diagnostic>> {
    stack::with_room(|| fill_in_here(source, asked, changes))
}

fn fill_in_here(source: &str, asked: Option<&str>, changes: &[(String, String)]) -> Result<String, Vec<Diagnostic>> {
    let body = parse(source)?;
    let lines = LineIndex::new(source);
    let file = File::new(source, "", &lines, &body);
    let kernel = chosen(&file, asked)?;
    let mut said = items(source, kernel);
    for (name, text) in changes {
        // A line break or a separator would end the item.
        let text = text.replace(['\n', '\r', ';'], " ").trim().to_string();
        match said.iter_mut().find(|item| item.0 == *name) {
            Some(item) => item.1 = text,
            None => said.push((name.clone(), text)),
        }
    }
    said.retain(|(_, text)| !text.is_empty());
    let params = info(kernel).params;
    let place = |name: &str| params.iter().position(|param| param.name == name);
    // Items that are no parameters, such as `@symbol`, stand first.
    said.sort_by_key(|(name, _)| place(name).map_or(0, |place| place + 1));
    let items: Vec<String> = said.iter().map(|(name, text)| format!("{name}={text}")).collect();
    Ok(with_comment(source, info(kernel).at, &items))
}

fn chosen<'k, 'a>(file: &'k File<'a>, asked: Option<&str>) -> Result<&'k Kernel<'a>, Vec<Diagnostic>> {
    let kernels = &file.kernels;
    let named = kernels.iter().find(|kernel| Some(kernel.name) == asked);
    let first = || vec![file.no_kernel()];
    named.or(kernels.first()).ok_or_else(first)
}

/// The items of the comments above a kernel, each by name and text, also where the text is no signature yet.
fn items(source: &str, kernel: &Kernel<'_>) -> Vec<(String, String)> {
    let texts = comments_above(source, info(kernel).at);
    let items = texts.iter().flat_map(|text| source[text.clone()].split(';'));
    let item = |item: &str| {
        let (name, text) = item.split_once('=')?;
        Some((name.trim().to_string(), text.trim().to_string()))
    };
    items.filter_map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "import cuda.tile as ct\n\n# tilewright: n=4; B=f32[\n@ct.kernel\ndef k(A, B, n: ct.Constant[int]):\n    ct.store(B, (0,), ct.load(A, (0,), (n,)))\n\n@ct.kernel\ndef other(P):\n    x = P.dtype\n";

    fn form(source: &str, asked: Option<&str>) -> Option<Form> {
        lower(source, "k.py", asked).0
    }

    fn texts(form: &Form) -> Vec<(&str, &str, Said)> {
        let field = |field| {
            let Field { name, text, said, .. }: &Field = field;
            (name.as_str(), text.as_str(), *said)
        };
        form.fields.iter().map(field).collect()
    }

    #[test]
    fn a_form_tells_what_is_said_and_what_is_assumed() {
        let first = form(SOURCE, None).expect("a form");
        assert_eq!(first.kernels, ["k", "other"]);
        assert_eq!(first.kernel, "k");
        let assumed = ("A", "f16[?] div=8", Said::Assumed);
        assert_eq!(
            texts(&first),
            [assumed, ("B", "f32[", Said::Comment), ("n", "4", Said::Comment)]
        );
        let other = form(SOURCE, Some("other")).expect("a form");
        assert_eq!(texts(&other), [("P", "", Said::Nowhere)]);
        assert_eq!(form(SOURCE, Some("none")).expect("the first").kernel, "k");
        assert_eq!(form("x = 1", None), None);
    }

    #[test]
    fn a_form_tells_what_a_launch_shows() {
        let launch =
            "import torch\nx = torch.zeros((64, 32), dtype=torch.float32)\nct.launch(None, (1,), k, (x, x, 16))\n";
        let source = format!("{}{launch}", SOURCE.replace("# tilewright: n=4; B=f32[\n", ""));
        let shown = form(&source, None).expect("a form");
        assert!(shown.fields.iter().all(|field| field.said == Said::Launch), "{shown:?}");
    }

    #[test]
    fn a_form_is_written_as_the_comment() {
        let change = |name: &str, text: &str| (name.to_string(), text.to_string());
        let changes = [change("B", "f32[?]\n; x"), change("A", "i8[?]")];
        let written = fill_in(SOURCE, Some("k"), &changes).expect("written");
        assert!(
            written.contains("\n# tilewright: A=i8[?]; B=f32[?]   x; n=4\n@ct.kernel\n"),
            "{written}"
        );
        let cleared = fill_in(
            &written,
            Some("k"),
            &[change("A", ""), change("B", " "), change("n", "")],
        );
        assert!(!cleared.expect("cleared").contains("tilewright"));
        let other = fill_in(SOURCE, Some("other"), &[change("P", "f32[?]")]).expect("written");
        assert!(
            other.contains("\n# tilewright: P=f32[?]\n@ct.kernel\ndef other"),
            "{other}"
        );
    }
}
