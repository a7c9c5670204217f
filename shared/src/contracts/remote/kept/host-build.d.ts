import type { ReactElement } from 'react';
import type { PageConfig } from './page-config.ts';
import type { RemoteModule } from './remote.ts';
export interface PrerenderRequest {
    pathname: string;
    config: PageConfig;
    /** The live server builds, by remote. */
    remotes: Readonly<Record<string, RemoteModule>>;
}
export interface PrerenderedPage {
    head: {
        title: string;
        description: string;
        noIndex: boolean;
    };
    element: ReactElement;
}
/** What the host's server build exports to the release tool. */
export interface HostServerBuild {
    /** The host's contract version. The release tool refuses remotes that are too far from it. */
    contractVersion: number;
    /** The page at a path. The release tool prerenders it and the browser hydrates it. */
    createPage: (request: PrerenderRequest) => PrerenderedPage;
}
