import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { Button } from '@corvane/shared/ui/button';
import { useState } from 'react';

/** Ends the session. It stays pressed until the server confirms. */
export function LogoutButton({ host, className }: { host: HostServices; className?: string }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="quiet"
      busy={busy}
      className={className}
      onClick={() => {
        setBusy(true);
        void host.signOut().finally(() => setBusy(false));
      }}
    >
      Logout
    </Button>
  );
}
