import type { ComponentProps } from 'react';

/**
 * - `signal`: the one action that matters on a screen.
 * - `solid`: a strong action beside it.
 * - `outline`: everything else.
 * - `quiet`: inside bars and tables.
 */
type ButtonVariant = 'signal' | 'solid' | 'outline' | 'quiet';

const BASE =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-control border py-2 text-center text-base leading-snug font-medium select-none no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60';

const VARIANTS: Record<ButtonVariant, string> = {
  signal:
    'border-transparent px-5 bg-signal font-semibold text-on-signal not-disabled:hover:bg-signal-strong not-disabled:active:bg-signal',
  solid: 'border-transparent px-5 bg-ink text-paper not-disabled:hover:bg-teal not-disabled:active:bg-ink',
  outline:
    'border-control px-5 text-ink not-disabled:hover:border-ink not-disabled:hover:bg-sunken not-disabled:active:bg-line',
  quiet: 'border-transparent px-3 text-ink not-disabled:hover:bg-sunken not-disabled:active:bg-line',
};

/** Classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant, extra = ''): string {
  return `${BASE} ${VARIANTS[variant]} ${extra}`.trim();
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** Work is in progress: the button shows a spinner and ignores presses, but keeps its focus. */
  busy?: boolean;
}

export function Button({
  variant = 'outline',
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      className={`${buttonClass(variant, className)}${busy ? ' busy' : ''}`}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}
