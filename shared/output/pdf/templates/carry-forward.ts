/**
 * Page totals of long documents: the table of lines ends each page with the sums so far ("carried forward"), and begins the next one
 * with them. Only the browser knows where a page ends, so it measures the lines and chooses the breaks; the sums are those that the
 * page brings with each line, so that a figure never depends on a measurement.
 */

/** Whether a page has sums with its lines. */
export const hasSums = (markup: string): boolean => markup.includes(' data-carried=');

/**
 * The script that divides the table into pages, for the developer tools: a page itself runs no scripts. It expects the layout of
 * print, and answers how many pages there should be; 0 where the table is on one page, or the number is not known.
 */
export const CARRY_FORWARD = `(() => {
  const main = document.querySelector('main');
  const table = main.querySelector('.lines');
  const { carried, brought } = table.dataset;
  document.documentElement.style.width = '210mm';
  const [first, next] = main.dataset.rooms.split(' ').map(millimetres => millimetres * 96 / 25.4);
  const placeOf = element => element.getBoundingClientRect();

  const lines = [[]];
  for (const row of table.tBodies[0].rows) {
    lines.at(-1).push(row);
    if (row.dataset.sums !== undefined) lines.push([]);
  }
  lines.pop();
  const total = (kind, label, line) => {
    const body = document.createElement('tbody');
    body.className = 'page-total ' + kind;
    const row = body.insertRow();
    const sums = line.at(-1).dataset.sums.split('|');
    const from = sums.findIndex(sum => sum !== '');
    const title = row.insertCell();
    title.colSpan = from;
    title.textContent = label;
    for (const sum of sums.slice(from)) {
      const cell = row.insertCell();
      cell.className = 'figure';
      cell.textContent = sum;
    }
    return body;
  };

  // The widest sums are in the table while it is measured: with others, its columns are no narrower.
  const probes = [total('carried', carried, lines.at(-1)), total('brought', brought, lines.at(-1))];
  table.append(...probes);
  const [atEnd, atStart] = probes.map(probe => placeOf(probe).height);
  const heights = lines.map(line => placeOf(line.at(-1)).bottom - placeOf(line[0]).top);
  const head = placeOf(table.tHead).height;
  // What follows the last line and stays on its page. A long text may continue on the next one, after some of its lines.
  const long = main.querySelector('.closing.long, footer');
  const below = placeOf(main).bottom - placeOf(probes[1]).bottom;
  const tail = long ? placeOf(long).top + 70 - placeOf(probes[1]).bottom : below;
  const top = placeOf(table).top;
  // What a template adds to the first and the last line of a page, and pixels that rounding may take.
  const alone = document.createElement('tbody');
  alone.append(...lines[1]);
  table.append(alone);
  const slack = Math.max(0, placeOf(alone).height - heights[1]) + 3;
  lines[2][0].before(...lines[1]);
  for (const probe of [...probes, alone]) probe.remove();

  const breaks = [];
  let room = first - top - head - slack;
  const whole = next - head - atStart - slack;
  let rest = heights.reduce((sum, height) => sum + height, 0);
  if (room < heights[0] + atEnd) return 0;
  for (const [place, height] of heights.entries()) {
    if (rest + tail <= room) break;
    // The last two lines are on the page of the totals, unless no page has room for them.
    const isWithTotals = place === heights.length - 1 || (place === heights.length - 2 && rest + tail <= whole);
    const needed = isWithTotals ? rest + tail : height + atEnd;
    if (place > 0 && needed > room) {
      breaks.push(place);
      room = whole;
    }
    room -= height;
    rest -= height;
  }
  if (breaks.length === 0) return 0;

  const [body] = table.tBodies;
  for (const [index, place] of breaks.entries()) {
    const page = document.createElement('tbody');
    page.append(...lines.slice(place, breaks[index + 1]).flat());
    table.append(total('carried', carried, lines[place - 1]), total('brought', brought, lines[place - 1]), page);
  }
  return rest + below <= room ? breaks.length + 1 : 0;
})()`;

/** The number of pages of a PDF as the browser writes it. */
export function pageCount(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  return Math.max(0, ...Array.from(text.matchAll(/\/Count (\d+)/g), ([, count]) => Number(count)));
}
