import type { ReactNode } from 'react';

/** Looks of a message that stays on the page. */
export const TONES = {
  error: 'border-danger bg-danger-soft text-ink',
  success: 'border-success bg-success-soft text-ink',
  info: 'border-teal bg-teal-soft text-ink',
} as const;

interface AlertProps {
  tone: keyof typeof TONES;
  title: string;
  children?: ReactNode;
}

/** A message that stays on the page. Screen readers announce it when it appears. */
export function Alert({ tone, title, children }: AlertProps) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`rounded-control border border-l-4 p-4 ${TONES[tone]}`}
    >
      <p className="font-medium">{title}</p>
      {children ? <div className="mt-1 text-sm">{children}</div> : null}
    </div>
  );
}
