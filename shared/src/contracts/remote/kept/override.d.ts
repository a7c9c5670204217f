/** Parameters of an address: the build to show, `marketing@<version or origin>`, and the proof that it is allowed. */
export declare const OVERRIDE_PARAMETER = "override";
export declare const OVERRIDE_TOKEN_PARAMETER = "override-token";
/** The file beside a site's pages with its public key. A site without overrides has no such file. */
export declare const OVERRIDE_KEY_FILE = "override-key.json";
export declare const OVERRIDE_KEY_TYPE: {
    readonly name: 'ECDSA';
    readonly namedCurve: 'P-256';
};
export declare const OVERRIDE_SIGNATURE: {
    readonly name: 'ECDSA';
    readonly hash: 'SHA-256';
};
export declare const OVERRIDE_LIFE_MS: number;
/** What a token says. The token is this JSON and its signature, each in base64url, with a dot between. */
export interface OverrideClaims {
    /** The value of the parameter. */
    override: string;
    /** Stylesheets of a version, relative to its directory. None for an origin. */
    css: string[];
    /** Milliseconds since 1970. */
    endsAt: number;
}
export interface OverrideTarget {
    remote: string;
    /** A published version, or the origin of a development server on the developer's own machine. */
    to: {
        version: string;
    } | {
        origin: string;
    };
}
/** @returns null for anything else, such as an origin on another machine */
export declare function parseOverride(text: string): OverrideTarget | null;
