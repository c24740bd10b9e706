/**
 * Units of measure in which goods are usually declared, with Romanian names (TRN-6). Every code of UN/ECE
 * Rec 20 or 21 is accepted (model/codes/units-of-measure.ts).
 */
export const COMMON_UNITS: readonly { code: string; name: string }[] = [
  { code: 'KGM', name: 'kilogram' },
  { code: 'TNE', name: 'tonă' },
  { code: 'LTR', name: 'litru' },
  { code: 'MTR', name: 'metru' },
  { code: 'MTK', name: 'metru pătrat' },
  { code: 'MTQ', name: 'metru cub' },
  { code: 'H87', name: 'bucată' },
  { code: 'SET', name: 'set' },
  { code: 'PR', name: 'pereche' },
  { code: 'XCT', name: 'carton' },
  { code: 'XBX', name: 'cutie' },
  { code: 'XPK', name: 'pachet' },
  { code: 'XPX', name: 'palet' },
  { code: 'XRO', name: 'rolă' },
  { code: 'XSA', name: 'sac' },
  { code: 'XBA', name: 'butoi' },
];
