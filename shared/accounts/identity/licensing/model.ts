/**
 * Licence keys by which self-hosted instances prove their plan (ORG-48 to ORG-56). A key contains the id of its
 * organization, as an API key contains that of its user; only its hash is stored. Item `O#<organization>` / `LICENSE#<sha256>`.
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
  /** The time of the first validation. */
  activatedAt: string | null;
  revokedAt: string | null;
  createdAt: string;
}

/** A new key with its plain value, which is shown only once. */
export interface NewLicenseKey {
  record: LicenseKey;
  key: string;
}
