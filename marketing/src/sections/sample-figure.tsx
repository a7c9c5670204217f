import type { SampleCell, SampleContent } from '../content/content-schemas.ts';
import type { SampleSectionContent } from '../content/services/service-schema.ts';

/** What a customer receives: some rows of a list, or what a web-hook sends. Marked as an example. One on a page. */
export function SampleFigure({ sample, className = '' }: { sample: SampleContent; className?: string }) {
  return (
    <figure className={`min-w-0 ${className}`}>
      <div className="overflow-hidden rounded-panel border border-control bg-surface shadow-raised">
        <p className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-3 text-sm font-medium">
          <span id="sample-title">{sample.title}</span>
          <span className="font-normal text-muted">Example</span>
        </p>
        {'rows' in sample ? <Rows {...sample} /> : <Payload payload={sample.payload} />}
      </div>
      <figcaption className="pt-3 text-sm text-muted">{sample.caption}</figcaption>
    </figure>
  );
}

type RowsProps = Pick<Extract<SampleContent, { rows: unknown }>, 'columns' | 'rows'>;

function Rows({ columns, rows }: RowsProps) {
  return (
    <table aria-labelledby="sample-title" className="w-full text-left text-sm">
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="px-2 pt-3 pb-1 font-normal text-muted first:pl-4 last:pr-4"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={JSON.stringify(cells[0])}>
            {cells.map((cell, place) => {
              const Cell = place === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={columns[place]}
                  {...(place === 0 ? { scope: 'row' } : {})}
                  className="border-t border-line px-2 py-3 align-top font-medium tabular wrap-break-word first:pl-4 last:pr-4"
                >
                  <Value cell={cell} />
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ cell }: { cell: SampleCell }) {
  if (cell === null) return <span className="text-muted">Missing</span>;
  if (typeof cell === 'string') return <span>{cell}</span>;
  if ('added' in cell) {
    return (
      <span className="border-b-2 border-data bg-teal-soft font-medium wrap-anywhere">{cell.added}</span>
    );
  }
  if ('note' in cell) {
    return (
      <div key={cell.text}>
        {cell.text}
        <span className="block font-normal text-muted">{cell.note}</span>
      </div>
    );
  }
  return (
    <div className="min-w-10">
      <span>{`${cell.score}${cell.unit ?? ''}`}</span>
      <span aria-hidden="true" className="mt-1 block h-2 bg-data" style={{ width: `${cell.score}%` }} />
    </div>
  );
}

function Payload({ payload }: { payload: object }) {
  return (
    <pre className="px-4 py-4 text-sm whitespace-pre-wrap wrap-anywhere" translate="no">
      <code>{JSON.stringify(payload, null, 2)}</code>
    </pre>
  );
}

interface SampleSectionProps {
  content: SampleSectionContent;
  ground?: string | undefined;
}

/** What a customer receives, on the ground of the page's head. */
export function SampleSection({ content: { title, intro, sample }, ground }: SampleSectionProps) {
  return (
    <section aria-labelledby="sample-heading" className={ground ?? ''}>
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-6 px-4 pb-16 md:px-6 md:pb-20 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id="sample-heading" className="text-subtitle">
            {title}
          </h2>
          <p className="mt-3 text-lead text-muted">{intro}</p>
        </div>
        <SampleFigure sample={sample} className="lg:col-span-8" />
      </div>
    </section>
  );
}
