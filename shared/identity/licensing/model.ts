/**
 * Licence keys by which an instance on somebody's own machines proves its plan (completions-accounts §22). A key names its
 * organization as an API key names its user, and only its hash is stored. Item `O#<organization>` / `LICENSE#<sha256>`.
 */
export interface LicenseKey {
  id: string;
  organizationId: string;
  /** First and last 8 characters. */
  shown: string;
  keyHash: string;
  instanceName: string | null;
  instanceUrl: string | null;
  /** The usage that the instance reported last, as JSON. */
  metrics: string | null;
  lastValidatedAt: string | null;
  /** When it was validated first. */
  activatedAt: string | null;
  revokedAt: string | null;
  createdAt: string;
}

/** A key just made, with its raw value: the only time that it is known. */
export interface NewLicenseKey {
  record: LicenseKey;
  key: string;
}
