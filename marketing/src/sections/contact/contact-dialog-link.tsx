import { onIntent } from '@corvane/shared/lib/on-intent';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { useHost } from '../../host-context.tsx';
import { type ContactQuery, pathOfQuery } from './contact-query.ts';

interface ContactDialogLinkProps extends ContactQuery {
  label: string;
  className: string;
  /** Id of the heading that tells this link from others of its name. */
  describedBy?: string;
}

type DialogComponent = ComponentType<ContactQuery & { onClose(): void }>;

const loadContactDialog = () => import('./contact-dialog.tsx');
const PREPARE_DIALOG = onIntent(loadContactDialog);

/**
 * Opens the contact form over the page, or on the contact page: in a new tab, without scripts and before they arrive.
 * The dialog's code is fetched on demand. If that fails, the contact page opens, unless the person has opened another
 * page meanwhile.
 */
export function ContactDialogLink({ label, className, describedBy, ...query }: ContactDialogLinkProps) {
  const { Link, navigate, showWait } = useHost();
  /** Wrapped in an object, because React calls a function that is set as state. */
  const [dialog, setDialog] = useState<{ Component: DialogComponent } | null>(null);
  const path = pathOfQuery(query);

  function openHere(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Safari on macOS does not focus a clicked link, and the dialog returns the focus to the link.
    event.currentTarget.focus({ preventScroll: true });
    const { pathname } = location;
    const loading = loadContactDialog();
    showWait?.(loading);
    loading.then(
      ({ default: Component }) => setDialog({ Component }),
      () => location.pathname === pathname && navigate(path),
    );
  }

  return (
    <>
      <Link
        to={path}
        {...PREPARE_DIALOG}
        onClick={openHere}
        className={className}
        aria-describedby={describedBy}
      >
        {label}
      </Link>
      {dialog && <dialog.Component {...query} onClose={() => setDialog(null)} />}
    </>
  );
}
