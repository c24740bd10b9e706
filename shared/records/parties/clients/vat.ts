import { log } from '#shared/base/kernel/log.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { inVatRegistry, prefixOfCountry } from './rules.ts';
import type { Client } from './store.ts';
import { type VatCheck, vatRegistry, VatRegistryUnavailable } from '#shared/authority/registries/vat-registry.ts';

/** The client with the result of the EU VAT register (VIES). The fields are null if it does not apply or cannot be reached. */
export async function checkedVat(client: Client): Promise<Client> {
  const unknown = { ...client, viesValid: null, viesValidatedAt: null, viesName: null };
  const check = inVatRegistry(client) ? await ask(client) : undefined;
  if (!check) return unknown;
  return {
    ...client,
    viesValid: check.valid,
    viesValidatedAt: instant(),
    viesName: check.name,
    isVatPayer: check.valid || client.isVatPayer,
  };
}

async function ask({ country, vatCode }: Client): Promise<VatCheck | undefined> {
  const prefix = prefixOfCountry(country);
  const number = (vatCode ?? '').replace(/[^A-Z0-9]/g, '').replace(new RegExp(`^${prefix}`), '');
  try {
    return await vatRegistry()?.check(prefix, number);
  } catch (error) {
    if (!(error instanceof VatRegistryUnavailable)) throw error;
    log.warn('VAT register not available', { error: error.message });
    return undefined;
  }
}
