// Pictures of the walk: small files, of the part that matters.

/** The largest a picture may be, in bytes. */
export const LARGEST = 36_000;

/** The folder of the pictures that are committed. */
export const FOLDER = 'docs/pictures-of-walk';

/** Takes a picture of `part` of what is on the screen as WebP, of the best quality that is small enough. `room` is a blank page that converts. */
export async function picture(page, part, room) {
  const { width, height } = page.viewportSize();
  let box = part && (await page.locator(part).filter({ visible: true }).first().boundingBox());
  box ??= { x: 0, y: 0, width, height };
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  const clip = { x, y, width: Math.min(width - x, box.x + box.width - x), height: Math.min(height - y, box.y + box.height - y) };
  const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  for (const [scale, quality] of [
    [1, 0.5],
    [1, 0.35],
    [0.8, 0.35],
    [0.7, 0.3],
    [0.6, 0.3],
    [0.5, 0.3],
    [0.5, 0.15],
  ]) {
    const url = await room.evaluate(
      async ([data, scale, quality]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width * scale, height: image.height * scale });
        const pen = canvas.getContext('2d');
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/webp', quality);
      },
      [png.toString('base64'), scale, quality],
    );
    const bytes = Buffer.from(url.split(',')[1], 'base64');
    if (bytes.length <= LARGEST) return bytes;
  }
  throw new Error('a picture is too large: show less of the page');
}
