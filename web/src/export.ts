// Drawings as files: SVG with its looks written into it, and PNG. The policy of the page forbids to load a picture that the page
// has made, so a PNG is drawn shape by shape.

/** The looks that style sheets give; in a file they are attributes. */
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'paint-order', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor'] as const;

const SVG = 'http://www.w3.org/2000/svg';
const SPACE = 12;
/** Pixels of a PNG for each of the page's. */
const SCALE = 2;

const backgroundOf = (part: Element): string => {
  for (let at: Element | null = part; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour && !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(colour)) return colour;
  }
  return 'white';
};

/** The size of all parts, one below the other. */
function sizes(parts: readonly SVGSVGElement[]): { boxes: { width: number; height: number; top: number }[]; width: number; height: number } {
  let top = SPACE;
  const boxes = parts.map((part) => {
    const { width, height } = part.getBoundingClientRect();
    const box = { width, height, top };
    top += height;
    return box;
  });
  return { boxes, width: Math.ceil(Math.max(...boxes.map(({ width }) => width)) + 2 * SPACE), height: Math.ceil(top + SPACE) };
}

/** Elements that are drawn, or hold such. */
const isDrawn = (element: Element): boolean => element.tagName !== 'title' && getComputedStyle(element).display !== 'none';

/** A copy of a drawing with its looks as attributes, and nothing that only the page understands. */
function dressed(element: Element): Element {
  const copy = element.cloneNode(false) as Element;
  for (const { name } of [...copy.attributes]) if (/^(class|style|role|tabindex|id|aria-.*|on.*)$/.test(name) && !(name === 'id' && element.tagName === 'pattern')) copy.removeAttribute(name);
  const style = getComputedStyle(element);
  if (element.tagName !== 'g') for (const look of LOOKS) copy.setAttribute(look, style.getPropertyValue(look).replaceAll('"', "'"));
  for (const child of element.childNodes) {
    if (child instanceof Element) copy.append(isDrawn(child) || child.tagName === 'title' ? dressed(child) : '');
    else copy.append(child.cloneNode());
  }
  return copy;
}

/** The patterns that drawings on the page share. */
const patterns = (): Element[] => [...document.querySelectorAll('svg.defs pattern')];

/** Drawings as one SVG file. */
export function asSvg(parts: readonly SVGSVGElement[], name: string): string {
  const { boxes, width, height } = sizes(parts);
  const file = document.createElementNS(SVG, 'svg');
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) file.setAttribute(key, String(value));
  const title = document.createElementNS(SVG, 'title');
  title.textContent = name;
  const defs = document.createElementNS(SVG, 'defs');
  defs.append(...patterns().map(dressed));
  const ground = document.createElementNS(SVG, 'rect');
  for (const [key, value] of Object.entries({ width, height, fill: parts[0] ? backgroundOf(parts[0]) : 'white' })) ground.setAttribute(key, String(value));
  file.append(title, defs, ground);
  parts.forEach((part, at) => {
    const copy = dressed(part);
    const box = boxes[at];
    for (const [key, value] of Object.entries({ x: SPACE, y: box?.top ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 })) copy.setAttribute(key, String(value));
    file.append(copy);
  });
  return `${new XMLSerializer().serializeToString(file).replaceAll(/url\("#([\w-]+)"\)|url\('#([\w-]+)'\)/g, 'url(#$1$2)')}\n`;
}

/** Drawings as one PNG file. */
export async function asPng(parts: readonly SVGSVGElement[]): Promise<Uint8Array<ArrayBuffer>> {
  const { boxes, width, height } = sizes(parts);
  const canvas = Object.assign(document.createElement('canvas'), { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext('2d');
  if (!context || canvas.width > 16_000 || canvas.height > 16_000) throw new Error('it is too large for a PNG; SVG has no such limit');
  context.fillStyle = parts[0] ? backgroundOf(parts[0]) : 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  parts.forEach((part, at) => {
    const box = part.getBoundingClientRect();
    const origin = new DOMMatrix().scale(SCALE).translate(SPACE - box.left, (boxes[at]?.top ?? 0) - box.top);
    for (const shape of part.querySelectorAll<SVGGraphicsElement>('rect, line, circle, path, text')) {
      if (!shape.closest('defs')) draw(context, shape, origin);
    }
  });
  return bytesOf(canvas);
}

/** A canvas of the page as a PNG file, on the ground that it stands on. */
export async function pngOf(drawn: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = drawn;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = backgroundOf(drawn);
    context.fillRect(0, 0, width, height);
    context.drawImage(drawn, 0, 0);
  }
  return bytesOf(canvas);
}

async function bytesOf(canvas: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!blob) throw new Error('the browser made no picture');
  return new Uint8Array(await blob.arrayBuffer());
}

type Context = CanvasRenderingContext2D;

function draw(context: Context, shape: SVGGraphicsElement, origin: DOMMatrix): void {
  const at = shape.getScreenCTM();
  const style = getComputedStyle(shape);
  if (!at || style.display === 'none' || style.visibility === 'hidden') return;
  context.save();
  context.setTransform(origin.multiply(at));
  context.globalAlpha = Number(style.opacity);
  context.lineWidth = parseFloat(style.strokeWidth);
  context.setLineDash(style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map(parseFloat));
  const stroke = style.stroke === 'none' ? null : style.stroke;
  if (stroke) context.strokeStyle = stroke;
  if (shape instanceof SVGTextElement) drawText(context, shape, style, stroke);
  else {
    const path = pathOf(shape);
    if (style.fill !== 'none' && !(shape instanceof SVGLineElement)) {
      context.globalAlpha *= Number(style.fillOpacity);
      context.fillStyle = patternOf(context, style.fill) ?? style.fill;
      context.fill(path);
      context.globalAlpha = Number(style.opacity);
    }
    if (stroke) context.stroke(path);
  }
  context.restore();
}

function pathOf(shape: SVGGraphicsElement): Path2D {
  if (shape instanceof SVGPathElement) return new Path2D(shape.getAttribute('d') ?? '');
  const path = new Path2D();
  if (shape instanceof SVGRectElement) {
    const [x, y, width, height, rx] = [shape.x, shape.y, shape.width, shape.height, shape.rx].map((one) => one.baseVal.value) as [number, number, number, number, number];
    path.roundRect(x, y, width, height, rx);
  } else if (shape instanceof SVGLineElement) {
    path.moveTo(shape.x1.baseVal.value, shape.y1.baseVal.value);
    path.lineTo(shape.x2.baseVal.value, shape.y2.baseVal.value);
  } else if (shape instanceof SVGCircleElement) path.arc(shape.cx.baseVal.value, shape.cy.baseVal.value, shape.r.baseVal.value, 0, 2 * Math.PI);
  return path;
}

const ANCHORS: { [anchor in string]: CanvasTextAlign } = { middle: 'center', end: 'right' };

function drawText(context: Context, text: SVGTextElement, style: CSSStyleDeclaration, stroke: string | null): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign = ANCHORS[style.textAnchor] ?? 'left';
  context.fillStyle = style.fill;
  context.lineJoin = 'round';
  const pieces: (SVGTextElement | SVGTSpanElement)[] = text.querySelector('tspan') ? [...text.querySelectorAll('tspan')] : [text];
  for (const piece of pieces) {
    const [x, y] = [piece.x, piece.y].map((list) => (list.baseVal.numberOfItems ? list.baseVal.getItem(0).value : 0)) as [number, number];
    const words = [...piece.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
      .join('');
    if (stroke) context.strokeText(words, x, y);
    context.fillText(words, x, y);
  }
}

/** A pattern of the page; null where the fill is none. */
function patternOf(context: Context, fill: string): CanvasPattern | null {
  const id = /url\(["']?#([\w-]+)["']?\)/.exec(fill)?.[1];
  const pattern = id ? document.getElementById(id) : null;
  if (!(pattern instanceof SVGPatternElement)) return null;
  const size = pattern.width.baseVal.value;
  const tile = Object.assign(document.createElement('canvas'), { width: size * SCALE, height: size * SCALE });
  const own = tile.getContext('2d');
  if (!own) return null;
  own.scale(SCALE, SCALE);
  for (const shape of pattern.children) {
    if (!(shape instanceof SVGGraphicsElement)) continue;
    own.fillStyle = getComputedStyle(shape).fill;
    own.fill(pathOf(shape));
  }
  const made = context.createPattern(tile, 'repeat');
  const turned = pattern.patternTransform.baseVal.consolidate()?.matrix;
  made?.setTransform(new DOMMatrix(turned ? [turned.a, turned.b, turned.c, turned.d, turned.e, turned.f] : []).scale(1 / SCALE));
  return made;
}
