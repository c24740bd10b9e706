import { readJson } from '#shared/platform/outbound/read-body.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import * as z from 'zod';

/**
 * The EU's register of VAT numbers (VIES), a pluggable adapter (REC-16, REC-17). When none is configured,
 * look-ups answer 503 and `viesValid` stays null.
 */
export interface VatRegistry {
  /** @throws VatRegistryUnavailable */
  check(country: string, number: string): Promise<VatCheck>;
}

export interface VatCheck {
  valid: boolean;
  name: string | null;
  address: string | null;
}

/** The register, or the member state behind it, does not answer now. */
export class VatRegistryUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VatRegistryUnavailable';
  }
}

/** The deployment's register: root of the Commission's REST API in `VAT_REGISTRY_URL`; null when none is configured. */
export function vatRegistry(): VatRegistry | null {
  const url = setting('VAT_REGISTRY_URL');
  return url ? { check: (country, number) => ask(url, country, number) } : null;
}

const TIMEOUT_MILLIS = 5_000;
const MOST_BYTES = 1_000_000;

/** The register returns dashes for a name or address that the member state does not publish. */
const nullableText = z
  .string()
  .nullish()
  .transform(value => (value && !/^[-\s]*$/.test(value) ? value.trim() : null));

const Reply = z.object({ isValid: z.boolean(), userError: z.string().nullish(), name: nullableText, address: nullableText });

/** Values of `userError` that are a result; any other value is an outage (`MS_UNAVAILABLE`, `TIMEOUT`, …). */
const DECIDED = new Set(['VALID', 'INVALID', 'INVALID_INPUT']);

async function ask(url: string, country: string, number: string): Promise<VatCheck> {
  let body: unknown;
  try {
    const address = `${url.replace(/\/$/, '')}/ms/${country}/vat/${encodeURIComponent(number)}`;
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    if (!response.ok) throw new VatRegistryUnavailable(`The VAT register answered HTTP ${response.status}.`);
    body = await readJson(response, MOST_BYTES);
  } catch (error) {
    if (error instanceof VatRegistryUnavailable) throw error;
    throw new VatRegistryUnavailable('The VAT register cannot be reached.', { cause: error });
  }
  const reply = Reply.safeParse(body);
  if (!reply.success) throw new VatRegistryUnavailable('The VAT register answered in a form that is not known.');
  const { isValid, userError, name, address } = reply.data;
  if (userError && !DECIDED.has(userError)) throw new VatRegistryUnavailable(`The VAT register says ${userError}.`);
  return { valid: isValid, name, address };
}
