interface Chart {
  /** Of the caption, unique on the page. */
  id: string;
  title: string;
  /** What a value counts, in the plural. */
  unit: string;
  values: readonly { name: string; value: number }[];
}

/** Width of one bar's drawing in its own units. A value takes its share of it. */
const BAR_WIDTH = 1000;
const COLUMN = { width: 10, gap: 2, height: 120 };

/** Bars that lie, each with its name and value as text, so that it reads without seeing. */
export function barChart({ id, title, unit, values }: Chart): string {
  const most = Math.max(1, ...values.map(({ value }) => value));
  const bars = values.map(
    ({ name, value }) =>
      `<div><dt>${escaped(name)}</dt><dd><svg viewBox="0 0 ${BAR_WIDTH} 16" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round((value / most) * BAR_WIDTH)}" height="16"/></svg></dd><dd class="value">${value.toLocaleString('en-US')}</dd></div>`,
  );
  return `<figure aria-labelledby="${id}"><figcaption id="${id}">${escaped(title)}, ${escaped(unit)}</figcaption><dl class="bars">${bars.join('')}</dl></figure>`;
}

/** Columns in the order of time. Its label says the most and the least. The table beside it has every value. */
export function columnChart({ id, title, unit, values }: Chart): string {
  const [first, last] = [values.at(0), values.at(-1)];
  if (first === undefined || last === undefined) return '';
  const most = values.reduce((best, one) => (one.value > best.value ? one : best), first);
  const least = values.reduce((best, one) => (one.value < best.value ? one : best), first);
  const label = `${title}: most ${most.value} on ${most.name}, fewest ${least.value} on ${least.name}`;
  const step = COLUMN.width + COLUMN.gap;
  const columns = values.map(({ name, value }, index) => {
    const height = Math.round((value / Math.max(1, most.value)) * COLUMN.height);
    return `<rect x="${index * step}" y="${COLUMN.height - height}" width="${COLUMN.width}" height="${height}"><title>${escaped(name)}: ${value} ${escaped(unit)}</title></rect>`;
  });
  const width = values.length * step - COLUMN.gap;
  return `<figure aria-labelledby="${id}"><figcaption id="${id}">${escaped(title)}, at most ${most.value.toLocaleString('en-US')}</figcaption>
<svg viewBox="0 0 ${width} ${COLUMN.height + 1}" preserveAspectRatio="none" style="height:9rem" role="img" aria-label="${escaped(label)}">${columns.join('')}<line class="axis" x2="${width}" y1="${COLUMN.height}" y2="${COLUMN.height}"/></svg>
<div class="ends" aria-hidden="true"><span>${escaped(first.name)}</span><span>${escaped(last.name)}</span></div></figure>`;
}

/** Text for HTML, safe for any characters that a stranger put into it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
