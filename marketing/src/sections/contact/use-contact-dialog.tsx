import { type ComponentType, type ReactNode, useState } from 'react';
import { useHost } from '../../host-context.tsx';
import { type ContactQuery, pathOfQuery } from './contact-query.ts';

type DialogComponent = ComponentType<ContactQuery & { onClose(): void }>;

interface ContactDialogControl {
  /** The page with the same form, for a new tab, without scripts, and if the dialog cannot be loaded. */
  path: string;
  open(): void;
  dialog: ReactNode;
}

export const loadContactDialog = () => import('./contact-dialog.tsx');

/**
 * The contact form over the page. Its code is fetched on demand. If that fails, the contact page opens, unless the
 * person has opened another page meanwhile.
 */
export function useContactDialog(query: ContactQuery): ContactDialogControl {
  const { navigate, showWait } = useHost();
  /** Wrapped in an object, because React calls a function that is set as state. */
  const [dialog, setDialog] = useState<{ Component: DialogComponent } | null>(null);
  const path = pathOfQuery(query);

  function open(): void {
    const { pathname } = location;
    const loading = loadContactDialog();
    showWait?.(loading);
    loading.then(
      ({ default: Component }) => setDialog({ Component }),
      () => location.pathname === pathname && navigate(path),
    );
  }

  return {
    path,
    open,
    dialog: dialog === null ? null : <dialog.Component {...query} onClose={() => setDialog(null)} />,
  };
}
