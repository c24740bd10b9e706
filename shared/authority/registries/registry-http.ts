import { EARLIEST_DATE, isDate } from '#shared/base/kernel/dates.ts';
import type { VatPeriod } from '#shared/model/company.ts';
import { MOST_PERIODS, periodErrors, periodsOf, type Span, vatStatusOn } from '#shared/model/vat/status.ts';
import { callAuthority } from '#shared/authority/calls/call.ts';
import { AuthorityLimitReached } from '#shared/authority/calls/count-call.ts';
import { readJson } from '#shared/platform/outbound/read-body.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { type CompanyRegistry, type RegistryEntry, RegistryLimited, RegistryUnavailable } from './company-registry.ts';

/**
 * The authority's public web service on VAT payers (PlatitorTvaRest, version 9): POST of `[{cui, data}]`, answer
 * `{found: [...], notFound: [...]}`. It accepts one request per second (`COMPANY_REGISTRY_CALLS_PER_SECOND`); callers treat any failure
 * as "not available now".
 */
const TIMEOUT_MILLIS = 5_000;
const MOST_BYTES = 1_000_000;

const nullableText = z
  .string()
  .nullish()
  .transform(value => value?.trim() || null);

const flag = z
  .boolean()
  .nullish()
  .transform(value => value === true);

/** `YYYY-MM-DD`; empty where there is none. */
const registryDay = z
  .string()
  .nullish()
  .transform(text => (text && isDate(text.trim()) ? text.trim() : null));

const registered = z.object({ data_inceput_ScpTVA: registryDay, data_sfarsit_ScpTVA: registryDay });

const Found = z.object({
  date_generale: z.object({
    cui: z.coerce.string(),
    denumire: nullableText,
    adresa: nullableText,
    nrRegCom: nullableText,
    telefon: nullableText,
    codPostal: nullableText,
  }),
  inregistrare_scop_Tva: z
    .object({
      scpTVA: flag,
      perioade_TVA: z
        .union([registered.array(), registered.transform(one => [one])])
        .nullish()
        .catch(null),
    })
    .nullish(),
  inregistrare_RTVAI: z
    .object({ statusTvaIncasare: flag, dataInceputTvaInc: registryDay, dataSfarsitTvaInc: registryDay })
    .nullish(),
  adresa_sediu_social: z
    .object({
      sdenumire_Strada: nullableText,
      snumar_Strada: nullableText,
      sdetalii_Adresa: nullableText,
      sdenumire_Localitate: nullableText,
      sdenumire_Judet: nullableText,
      scod_Postal: nullableText,
    })
    .nullish(),
});

type VatParts = Pick<z.infer<typeof Found>, 'inregistrare_scop_Tva' | 'inregistrare_RTVAI'>;

const Reply = z.object({ found: z.array(Found).nullish() });

/** The deployment's register: the address in `COMPANY_REGISTRY_URL`; null when none is configured. */
export function companyRegistry(): CompanyRegistry | null {
  const url = setting('COMPANY_REGISTRY_URL');
  return url ? httpRegistry(url) : null;
}

/** The adapter for a service at `url` (the whole address of its `tva` resource). */
export const httpRegistry = (url: string): CompanyRegistry => ({
  async find(cif) {
    const found = (await ask(url, cif)).found?.find(one => one.date_generale.cui === cif);
    return found?.date_generale.denumire ? entryOf(cif, found.date_generale.denumire, found) : null;
  },
});

async function ask(url: string, cif: string): Promise<z.infer<typeof Reply>> {
  let body: unknown;
  try {
    const response = await callAuthority({ operation: 'register' }, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify([{ cui: Number(cif), data: today() }]),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    // The service answers 404 together with the list of numbers that it does not know.
    if (!response.ok && response.status !== 404)
      throw new RegistryUnavailable(`The company register answered HTTP ${response.status}.`);
    body = await readJson(response, MOST_BYTES);
  } catch (error) {
    if (error instanceof RegistryUnavailable) throw error;
    if (error instanceof AuthorityLimitReached) throw new RegistryLimited(error.retryAfter);
    throw new RegistryUnavailable('The company register cannot be reached.', { cause: error });
  }
  const reply = Reply.safeParse(body);
  if (!reply.success) throw new RegistryUnavailable('The company register answered in a form that is not known.');
  return reply.data;
}

/**
 * The periods of the VAT status; undefined when the register states none, or some that contradict each other or its own status of today. Of VAT on collection it
 * states the last span alone.
 */
export function vatPeriodsOf({ inregistrare_scop_Tva: vat, inregistrare_RTVAI: collection }: VatParts): VatPeriod[] | undefined {
  const spans = (vat?.perioade_TVA ?? []).flatMap(({ data_inceput_ScpTVA: from, data_sfarsit_ScpTVA: to }) => spanOf(from, to));
  const collecting = spanOf(collection?.dataInceputTvaInc ?? null, collection?.dataSfarsitTvaInc ?? null);
  const periods = periodsOf(spans, collecting).slice(-MOST_PERIODS);
  if (periods.length === 0 || Object.keys(periodErrors(periods)).length > 0) return undefined;
  const now = vatStatusOn({ vatPayer: false, vatOnCollection: false, vatStatus: periods }, today());
  const isSame = now.registered === (vat?.scpTVA ?? false) && now.onCollection === (collection?.statusTvaIncasare ?? false);
  return isSame ? periods : undefined;
}

/** A span from the first day that dates may have. */
const spanOf = (from: string | null, to: string | null): Span[] =>
  from === null || (to !== null && to < EARLIEST_DATE) ? [] : [{ from: from < EARLIEST_DATE ? EARLIEST_DATE : from, to }];

const BUCHAREST_SECTOR = /^sector\w*\s*(\d)/i;

function entryOf(cif: string, name: string, found: z.infer<typeof Found>): RegistryEntry {
  const { date_generale: general, adresa_sediu_social: seat } = found;
  const vatPayer = found.inregistrare_scop_Tva?.scpTVA ?? false;
  const street = [seat?.sdenumire_Strada, seat?.snumar_Strada && `nr. ${seat.snumar_Strada}`, seat?.sdetalii_Adresa];
  const city = seat?.sdenumire_Localitate ?? null;
  return {
    cif,
    name,
    registrationNumber: general.nrRegCom,
    address: street.filter(Boolean).join(', ') || general.adresa,
    city,
    county: seat?.sdenumire_Judet ?? null,
    sector: BUCHAREST_SECTOR.exec(city ?? '')?.[1] ?? null,
    postalCode: seat?.scod_Postal ?? general.codPostal,
    country: 'RO',
    phone: general.telefon,
    vatPayer,
    vatOnCollection: found.inregistrare_RTVAI?.statusTvaIncasare ?? false,
    vatCode: vatPayer ? `RO${cif}` : null,
    vatPeriods: vatPeriodsOf(found),
  };
}
