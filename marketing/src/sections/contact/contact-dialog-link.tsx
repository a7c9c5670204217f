import { onIntent } from '@corvane/shared/lib/on-intent';
import type { MouseEvent } from 'react';
import { useHost } from '../../host-context.tsx';
import type { ContactQuery } from './contact-query.ts';
import { loadContactDialog, useContactDialog } from './use-contact-dialog.tsx';

interface ContactDialogLinkProps extends ContactQuery {
  label: string;
  className: string;
}

const PREPARE_DIALOG = onIntent(loadContactDialog);

/** Opens the contact form over the page, or on the contact page: in a new tab, without scripts and before they arrive. */
export function ContactDialogLink({ label, className, ...query }: ContactDialogLinkProps) {
  const { Link } = useHost();
  const { path, open, dialog } = useContactDialog(query);

  function openHere(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Safari on macOS does not focus a clicked link, and the dialog returns the focus to the link.
    event.currentTarget.focus({ preventScroll: true });
    open();
  }

  return (
    <>
      <Link to={path} {...PREPARE_DIALOG} onClick={openHere} className={className}>
        {label}
      </Link>
      {dialog}
    </>
  );
}
