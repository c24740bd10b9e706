import { xmlText } from '#shared/authority/einvoice/xml/decode.ts';
import { readBody } from '#shared/platform/outbound/read-body.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { publishedSets } from './published-xml.ts';
import type { RateSet } from './store.ts';

/** Source of published rates: a replaceable adapter (REC-85). */
export interface RateSource {
  /** The sets of the last ten publications, by day. @throws RatesUnavailable */
  lastTen(): Promise<RateSet[]>;
  /** All sets of a year so far. @throws RatesUnavailable */
  ofYear(year: number): Promise<RateSet[]>;
}

/** The source does not answer, or its file is invalid or implausible. */
export class RatesUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RatesUnavailable';
  }
}

/** The deployment's source: `EXCHANGE_RATES_URL` is the base URL of the national bank's files. Null when none is configured. */
export function rateSource(): RateSource | null {
  const root = setting('EXCHANGE_RATES_URL')?.replace(/\/$/, '');
  if (!root) return null;
  return {
    lastTen: () => setsAt(`${root}/nbrfxrates10days.xml`),
    ofYear: year => setsAt(`${root}/files/xml/years/nbrfxrates${year}.xml`),
  };
}

const TIMEOUT_MILLIS = 10_000;
/** Limit of a file; one year has about 600 KB. */
const MOST_BYTES = 4_000_000;

async function setsAt(url: string): Promise<RateSet[]> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/xml' }, signal: AbortSignal.timeout(TIMEOUT_MILLIS) });
    if (!response.ok) throw new RatesUnavailable(`${url} answered HTTP ${response.status}.`);
    return publishedSets(xmlText(await readBody(response, MOST_BYTES)));
  } catch (error) {
    if (error instanceof RatesUnavailable) throw error;
    throw new RatesUnavailable(`${url} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
