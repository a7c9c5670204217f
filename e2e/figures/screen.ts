import type { Locator } from '@playwright/test';

/** A chart that shows values as lengths. */
export interface Drawing {
  /** Whether the bars are below each other rather than side by side. */
  isAcross: boolean;
  width: number;
  /** Positions of the grid's lines, including its two edges. */
  gridLines: number[];
  /** First and last pixel of the space for the bars. */
  room: [number, number];
  /** The filled parts, then the hatched parts. */
  layers: [Box[], Box[]];
  /** Vertical places of the ghosts' ends and of the lines across bars. */
  marks: Record<BarMark, number[]>;
  /** The labels beside or below the bars, possibly shortened, and their space. */
  names: { text: string; box: Box }[];
  valueTicks: { text: string; at: number }[];
}

/** What remained in the period before, and what is to be sold. */
export type BarMark = 'before' | 'target';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Chart {
  title: string;
  unit: string;
  rows: string[][];
  drawings: Drawing[];
}

interface Screen {
  cards: Record<string, string[]>;
  /** The main figure, and the sales that it counts. */
  remains: { chosen: string; value: string };
  /** Sign, name and value of each part, in the order of the line. */
  sum: string[][];
  beside: string[];
  charts: Chart[];
}

/** All figures above the table, read at one moment. @param panel the tab's panel */
export function readScreen(panel: Locator): Promise<Screen> {
  return panel.evaluate((root) => {
    const all = (parent: ParentNode, selector: string) => [...parent.querySelectorAll<HTMLElement>(selector)];
    const text = (node: Element | null | undefined) => node?.textContent ?? '';
    const texts = (nodes: Iterable<Element>) => [...nodes].map(text);
    const boxOf = (node: Element) => {
      const { x, y, width, height } = (node as SVGGraphicsElement).getBBox();
      return { x, y, width, height };
    };
    const number = (node: Element, name: string) => Number(node.getAttribute(name));

    const titled = all(root, 'section > h3').map((head) => head.parentElement as HTMLElement);
    const titleOf = (section: Element) => text(section.querySelector('h3'));
    const cards = titled.filter((section) => /^(Total|Active)/.test(titleOf(section)));
    const remaining = titled.find((section) => titleOf(section) === 'Remaining commission');
    const parts = remaining ? all(remaining, '[data-sum-part]') : [];
    const partOf = (part: Element) => {
      const sign = part.previousElementSibling;
      return [...(sign ? [text(sign)] : []), ...texts(part.children)];
    };
    const drawingOf = (svg: Element) => {
      const across = svg.querySelector('.recharts-cartesian-grid-vertical');
      const grid = across ?? svg.querySelector('.recharts-cartesian-grid-horizontal');
      const lines = [...(grid?.children ?? [])];
      const line = lines[0];
      const ends: [string, string] = across ? ['y1', 'y2'] : ['x1', 'x2'];
      const edgesOf = (node: Element) => {
        const [at, length] = across ? ['x', 'width'] : ['y', 'height'];
        return [number(node, at), number(node, at) + number(node, length)];
      };
      // Each begins where its value is.
      const marks = (shapes: string) =>
        [...svg.querySelectorAll<SVGGeometryElement>(shapes)].map((shape) => shape.getPointAtLength(0).y);
      const labels = (axis: string) => all(svg, `.recharts-${axis}-tick-labels text`);
      const layers = all(svg, '.recharts-bar:not(:has(.recharts-before, .recharts-target))').map((layer) =>
        all(layer, '.recharts-bar-rectangle path').map((bar) => boxOf(bar)),
      );
      return {
        isAcross: across !== null,
        width: number(svg, 'width'),
        gridLines: [
          ...lines.map((node) => number(node, across ? 'x1' : 'y1')),
          ...(line ? edgesOf(line) : []),
        ],
        room: (line ? ends.map((end) => number(line, end)) : [0, 0]) as [number, number],
        layers: layers as [Box[], Box[]],
        marks: { before: marks('.recharts-before'), target: marks('.recharts-target line:last-child') },
        names: labels(across ? 'yAxis' : 'xAxis').map((label) => ({ text: text(label), box: boxOf(label) })),
        valueTicks: labels(across ? 'xAxis' : 'yAxis').map((label) => ({
          text: text(label),
          at: number(label, across ? 'x' : 'y'),
        })),
      };
    };
    return {
      cards: Object.fromEntries(cards.map((card) => [titleOf(card), texts(all(card, 'p, dt, dd'))])),
      remains: { chosen: text(remaining?.children[1]), value: text(remaining?.children[2]) },
      sum: parts.slice(0, -1).map(partOf),
      beside: parts.slice(-1).flatMap(partOf),
      charts: all(root, 'figure').map((figure) => {
        const [title = '', unit = ''] = texts(figure.querySelector('figcaption > span')?.children ?? []);
        return {
          title,
          unit,
          rows: all(figure, 'tbody tr').map((row) => texts(row.children)),
          drawings: all(figure, 'svg.recharts-surface').map(drawingOf),
        };
      }),
    };
  });
}

/** The two lines of totals below the table: their labels, and their values without the text for phones. */
export function readFoot(panel: Locator): Promise<string[][]> {
  return panel
    .locator('tfoot tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].slice(0, 3).map((cell) => (cell.lastElementChild ?? cell).textContent),
      ),
    );
}

/** One row of the table of sales. */
export interface ScreenRow {
  id: string;
  product: string;
  customer: string[];
  billing: string;
  amount: string;
  commission: string;
  day: string;
  status: string[];
}

export function readRows(panel: Locator): Promise<ScreenRow[]> {
  return panel.locator('tr[data-row-id]').evaluateAll((rows) =>
    rows.map((row) => {
      const [product, customer, billing, amount, commission, day, status] = [...row.children];
      const text = (node: Element | null | undefined) => node?.textContent ?? '';
      const spans = (node: Element | undefined) => [...(node?.firstElementChild?.children ?? [])].map(text);
      const badge = product?.firstElementChild;
      // The status word with its mark, then the date of a cancellation.
      const [word, cancelledOn] = status?.querySelector('time') ? spans(status) : [text(status)];
      return {
        id: row.getAttribute('data-row-id') ?? '',
        product: badge?.getAttribute('title') ?? text(badge),
        customer: spans(customer),
        billing: text(billing),
        amount: text(amount?.lastElementChild),
        commission: text(commission?.lastElementChild),
        day: text(day),
        status: [word ?? '', ...(cancelledOn === undefined ? [] : [cancelledOn])],
      };
    }),
  );
}
