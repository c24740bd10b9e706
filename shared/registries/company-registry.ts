/**
 * The public register of companies, a pluggable adapter (completions-accounts §25). Without configuration there is none:
 * look-ups answer 503 and data typed by hand are taken.
 */
export interface CompanyRegistry {
  /** What the register holds of a tax number (digits only); null when it knows none. @throws RegistryUnavailable */
  find(cif: string): Promise<RegistryEntry | null>;
}

export interface RegistryEntry {
  /** Digits only. */
  cif: string;
  name: string;
  registrationNumber: string | null;
  address: string | null;
  city: string | null;
  county: string | null;
  /** Sector of Bucharest. */
  sector: string | null;
  postalCode: string | null;
  country: string;
  phone: string | null;
  vatPayer: boolean;
  vatOnCollection: boolean;
  /** With country prefix; null for who pays no VAT. */
  vatCode: string | null;
}

/** The register cannot be reached, or does not answer in its own form. */
export class RegistryUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RegistryUnavailable';
  }
}

/** The limit of calls to the tax authority, whose register it is, is reached. */
export class RegistryLimited extends RegistryUnavailable {
  /** Seconds until the register may be asked again. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('The limit of the tax authority is reached.');
    this.name = 'RegistryLimited';
    this.retryAfter = retryAfter;
  }
}
