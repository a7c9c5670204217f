interface HeadlineProps {
  title: string;
  value: string;
  /** What the value counts. */
  rule: string;
  /** The same figure for the chosen sales. */
  chosen: readonly { label: string; value: string }[];
}

/** A figure for all sales, independent of filters, with the same figure for the chosen sales. */
export function Headline({ title, value, rule, chosen }: HeadlineProps) {
  return (
    <section className="min-w-0 rounded-panel border border-line bg-surface px-3 py-3 md:px-5">
      <h3 className="font-sans text-sm leading-5 font-semibold">{title}</h3>
      <p className="text-xs leading-4 text-muted">All time</p>
      <p className="tabular my-0.5 font-display text-lg leading-7 font-semibold tracking-tight wrap-anywhere sm:text-2xl sm:leading-9">
        {value}
      </p>
      <p className="text-xs leading-4 text-muted">{rule}</p>
      {chosen.length === 0 ? null : (
        <dl className="mt-2 flex flex-col gap-1 border-t border-line pt-2 text-xs leading-4">
          {chosen.map((figure) => (
            <div key={figure.label} className="flex flex-wrap justify-between gap-x-2">
              <dt className="text-muted">{figure.label}</dt>
              <dd className="tabular font-semibold wrap-anywhere">{figure.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
