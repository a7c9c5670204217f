import { FIGURES_NOTE } from '../content/claims.ts';
import type { Claim } from '../content/content-schemas.ts';
import { PageLink } from '../page-link.tsx';

/** The words after a figure: its label, and what it counts if the label leaves that open. */
export function ClaimLabel({ label, counts }: Claim) {
  return (
    <>
      <span>{label}</span>
      {counts === undefined ? null : <span className="block text-sm text-muted">{counts}</span>}
    </>
  );
}

/** Once beside the figures of a page: whose they are, since when they hold, and a link to what each one counts. */
export function FiguresNote({ className }: { className: string }) {
  return (
    <p className={className}>
      {FIGURES_NOTE.text} <PageLink action={FIGURES_NOTE.action} className="text-link" />
    </p>
  );
}
