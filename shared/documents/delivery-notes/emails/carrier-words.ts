import { BORDER_POINTS, COUNTIES } from '#shared/authority/etransport/codes/places.ts';
import { CUSTOMS_OFFICES } from '#shared/authority/etransport/codes/customs-offices.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { identifierOf } from '../transport/identifier.ts';

/** Values of the template variables that only mails to carriers have. Pure. */
export function carrierVariables(note: DeliveryNote): Record<CarrierVariable, string> {
  const { trailers = [], transportDate } = identifierOf(note) ?? {};
  return {
    trailers: trailers.join(', '),
    transport_date: transportDate ? dottedDate(transportDate) : '',
    transport_from: placeOf(note, 'Start'),
    transport_to: placeOf(note, 'End'),
  };
}

export type CarrierVariable = 'trailers' | 'transport_date' | 'transport_from' | 'transport_to';

const named = (codes: readonly { code: number; name: string }[], code: number): string =>
  codes.find(one => one.code === code)?.name ?? String(code);

/** Start or end of the route as text: an address, a border point or a customs office. */
function placeOf(note: DeliveryNote, end: 'Start' | 'End'): string {
  const borderPoint = note[`etransport${end}BorderPoint`];
  if (borderPoint !== null) return `punctul de trecere a frontierei ${named(BORDER_POINTS, borderPoint)}`;
  const office = note[`etransport${end}CustomsOffice`];
  if (office !== null) return `biroul vamal ${named(CUSTOMS_OFFICES, office)}`;
  const county = note[`etransport${end}County`];
  const street = [note[`etransport${end}Street`], note[`etransport${end}Number`]].filter(Boolean).join(' ');
  return [street, note[`etransport${end}Locality`], county === null ? null : countyText(county)].filter(Boolean).join(', ');
}

const BUCHAREST = 40;

const countyText = (code: number): string => (code === BUCHAREST ? 'București' : `jud. ${named(COUNTIES, code)}`);
