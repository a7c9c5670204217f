import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { CustomerStatusMark, expiringWithin, STATUS_WORDS, STATUSES_IN_ORDER } from './customer-status.tsx';

/** What each status means, one press away. If several apply, a customer has the last of them. */
export function StatusMeanings({ customers }: { customers: readonly Customer[] }) {
  const soon = expiringWithin(customers);
  return (
    <details className="open-on-paper mb-4 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-teal underline underline-offset-4 md:min-h-8">
        What each status means
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-2 rounded-panel border border-line bg-surface px-4 py-3 md:grid-cols-[auto_1fr] print:grid-cols-[auto_1fr]">
        {STATUSES_IN_ORDER.map((status) => {
          const { meaning, timeLeft } = STATUS_WORDS[status];
          return (
            <div key={status} className="md:contents print:contents">
              <dt>
                <CustomerStatusMark status={status} />
              </dt>
              <dd className="text-muted">
                {timeLeft === undefined ? meaning : `${meaning}. ${timeLeft(soon)}`}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
