import type { VatPeriod } from '#shared/model/company.ts';

/**
 * The public register of companies, a pluggable adapter (REC-12 to REC-15). When none is configured, look-ups answer 503
 * and data that users type are accepted.
 */
export interface CompanyRegistry {
  /** The entry of a tax number (digits only); null when the register has none. @throws RegistryUnavailable */
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
  /** With country prefix; null when the company is not registered for VAT. */
  vatCode: string | null;
  /** The VAT status by day, where the register states it. */
  vatPeriods?: VatPeriod[] | undefined;
}

/** The register cannot be reached, or its response has an unexpected format. */
export class RegistryUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RegistryUnavailable';
  }
}

/** The call limit of the tax authority, which runs the register, is reached. */
export class RegistryLimited extends RegistryUnavailable {
  /** Seconds until the register may be called again. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('The limit of the tax authority is reached.');
    this.name = 'RegistryLimited';
    this.retryAfter = retryAfter;
  }
}
