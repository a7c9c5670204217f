import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * With another page, text gets the downloaded faces that would have moved a line of the page before. See
 * shared/src/first-paint/download-faces.js. It happens before the page's first paint.
 */
export function useDownloadedFaces(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const { dataset } = document.documentElement;
    if (dataset.faces === 'later') delete dataset.faces;
  }, [pathname]);
}
