import { attributeOf, localName, type XmlElement, XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { parseXml } from '#shared/authority/einvoice/xml/parse.ts';
import { isDate } from '#shared/base/kernel/dates.ts';
import { Big, plain } from '#shared/base/kernel/money.ts';
import type { RateSet } from './store.ts';

/**
 * The national bank's files of rates (`nbrfxrates.xml`, of ten days, of a year): `DataSet/Body/Cube[@date]/Rate[@currency]`, each
 * rate in RON for one unit, or for `multiplier` units. Pure.
 */

/** Sanity limits: a year has about 255 publications, a set about 40 currencies. */
const MOST_SETS = 400;
const MOST_RATES = 200;

/** Decimals of a rate per unit: a rate per 100 units with four decimals needs six. */
const DECIMALS = 6;

/** Skipped: the bank quotes a gram of gold, but the ISO code means an ounce. */
const GOLD = 'XAU';

/** The value of a currency that the bank did not quote that day. */
const NOT_QUOTED = '-';

/**
 * Parses a file of rates.
 *
 * @returns its sets, ordered by day
 * @throws XmlError when the file is not as expected; then nothing of it must be stored
 */
export function publishedSets(xml: string): RateSet[] {
  const { root } = parseXml(xml);
  if (localName(root) !== 'DataSet') throw new XmlError(`The document is <${root.qname}>, not <DataSet>.`);
  const [body, second] = childrenOf(root, 'Body');
  if (!body || second) throw new XmlError('<DataSet> must have one <Body>.');
  for (const { text } of childrenOf(body, 'OrigCurrency'))
    if (text.trim() !== 'RON') throw new XmlError(`The rates are in ${JSON.stringify(text.trim())}, not in RON.`);
  const cubes = childrenOf(body, 'Cube');
  if (cubes.length === 0 || cubes.length > MOST_SETS) throw new XmlError(`The document has ${cubes.length} sets of rates.`);
  const sets = cubes.map(rateSet).sort((one, other) => (one.date < other.date ? -1 : 1));
  sets.forEach(({ date }, place) => {
    if (sets[place + 1]?.date === date) throw new XmlError(`There are two sets of ${date}.`);
  });
  return sets;
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter(child => localName(child) === name);

function rateSet(cube: XmlElement): RateSet {
  const date = attributeOf(cube, 'date') ?? '';
  if (!isDate(date)) throw new XmlError(`A set of rates has the date ${JSON.stringify(date)}.`);
  const elements = childrenOf(cube, 'Rate');
  if (elements.length > MOST_RATES) throw new XmlError(`The set of ${date} has ${elements.length} rates.`);
  const rates = new Map<string, string>();
  for (const element of elements) {
    const currency = attributeOf(element, 'currency') ?? '';
    if (!/^[A-Z]{3}$/.test(currency)) throw new XmlError(`The set of ${date} has the currency ${JSON.stringify(currency)}.`);
    if (rates.has(currency)) throw new XmlError(`The set of ${date} has ${currency} twice.`);
    const value = element.text.trim();
    if (currency === GOLD || value === NOT_QUOTED) continue;
    rates.set(currency, ratePerUnit(value, attributeOf(element, 'multiplier'), `${currency} of ${date}`));
  }
  if (!rates.has('EUR')) throw new XmlError(`The set of ${date} has no rate of EUR: it is not whole.`);
  return { date, rates: Object.fromEntries(rates) };
}

/** RON for one unit, rounded half away from zero to 6 decimals. @param what names the rate in errors */
export function ratePerUnit(value: string, multiplier: string | undefined, what: string): string {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(value)) throw new XmlError(`The rate of ${what} is ${JSON.stringify(value)}.`);
  if (multiplier !== undefined && !/^[1-9]\d{0,5}$/.test(multiplier))
    throw new XmlError(`The rate of ${what} is for ${JSON.stringify(multiplier)} units.`);
  const rate = new Big(value).div(multiplier ?? 1).round(DECIMALS);
  if (rate.lte(0)) throw new XmlError(`The rate of ${what} is 0.`);
  return plain(rate);
}
