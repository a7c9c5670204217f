import type { ReactNode } from 'react';

export type StepStatus = 'done' | 'current' | 'ahead';

interface FlowStepProps {
  number: number;
  title: string;
  status: StepStatus;
  /** Beside the title: a preview of the step, or its result. */
  summary?: ReactNode;
  children?: ReactNode;
}

const STATUS_WORDS: Record<StepStatus, string> = { done: 'done', current: 'now', ahead: 'to come' };

const MARKS: Record<StepStatus, string> = {
  done: 'border-teal bg-teal text-surface',
  current: 'border-ink bg-ink text-paper',
  ahead: 'border-control text-muted',
};

/** One step of the flow: its number, its title, and its content while it is the current step. */
export function FlowStep({ number, title, status, summary, children }: FlowStepProps) {
  return (
    <li
      aria-current={status === 'current' ? 'step' : undefined}
      className="border-t border-line p-4 first:border-t-0 md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:gap-6 md:p-6"
    >
      <h3 className="flex items-center gap-3 font-sans text-base leading-7 md:items-start">
        <span
          aria-hidden="true"
          className={`tabular inline-flex size-7 shrink-0 items-center justify-center rounded-full border text-sm ${MARKS[status]}`}
        >
          {status === 'done' ? <DoneMark /> : number}
        </span>
        <span className={status === 'ahead' ? 'text-muted' : ''}>
          <span>{title}</span>
          <span className="sr-only">{`, ${STATUS_WORDS[status]}`}</span>
        </span>
      </h3>
      <div className="pl-10 max-md:[&:has(input)]:pl-0 md:pl-0">
        {summary ? <div className="pt-1 text-sm leading-5 text-muted">{summary}</div> : null}
        {children ? <div className="max-md:pt-3">{children}</div> : null}
      </div>
    </li>
  );
}

function DoneMark() {
  return (
    <svg viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" strokeWidth="2">
      <title>Done</title>
      <path d="m3 8.5 3.5 3.5L13 4.5" />
    </svg>
  );
}
