/**
 * When a transport must be declared, as the law stood on `checkedOn`. All values that depend on the law are in this file: when the
 * law changes, add an entry. Where sources differ about a threshold it is `disputed`, and a transport below it is `unknown`, not
 * `not_required`.
 */
export interface TransportLaw {
  /** First day on which it is in force, `YYYY-MM-DD`. */
  validFrom: string;
  /** The day on which this entry was last compared with its sources, `YYYY-MM-DD`. */
  checkedOn: string;
  sources: readonly string[];
  /** Transports in vehicles of at least this many kilograms (technically permissible maximum mass) are monitored. */
  vehicleMass: number;
  /** Kilograms. The goods of one consignment are monitored if they are above this weight or above `value`. */
  grossWeight: number;
  /** Lei without VAT. */
  value: number;
  /** Whether the thresholds also apply to transports across the border; `disputed` where sources differ. */
  international: 'same thresholds' | 'disputed';
  /** Goods of high fiscal risk, by headings of the Combined Nomenclature (4 digits), both ends included. */
  highRisk: readonly { from: number; to: number; goods: string }[];
}

export const TRANSPORT_LAW: readonly TransportLaw[] = [
  {
    validFrom: '2023-12-15',
    checkedOn: '2026-11-22',
    sources: [
      'OUG 41/2022 art. 8, 8^1, as changed by OUG 115/2023 (all goods over the border, from 2023-12-15)',
      'Ordin ANAF/AVR 1337/1268/2024 art. 1 (4) (vehicle, weight, value), in the guide of the authority of 2025, p. 4',
      'OPANAF 802/2022 (goods of high fiscal risk), Monitorul Oficial 430 of 2022-05-03',
    ],
    vehicleMass: 2500,
    grossWeight: 500,
    value: 10_000,
    // The guide applies the thresholds to every monitored transport; other publications say that none apply across the border.
    international: 'disputed',
    highRisk: [
      { from: 701, to: 714, goods: 'legume, plante, rădăcini și tuberculi, alimentare' },
      { from: 801, to: 814, goods: 'fructe comestibile; coji de citrice sau de pepeni' },
      { from: 2201, to: 2208, goods: 'băuturi, lichide alcoolice și oțet' },
      { from: 2505, to: 2505, goods: 'nisipuri naturale' },
      { from: 2517, to: 2517, goods: 'pietre, pietriș, piatră concasată' },
      { from: 6101, to: 6117, goods: 'îmbrăcăminte și accesorii, tricotate sau croșetate' },
      { from: 6201, to: 6212, goods: 'îmbrăcăminte și accesorii, altele decât tricotate' },
      { from: 6214, to: 6217, goods: 'îmbrăcăminte și accesorii, altele decât tricotate' },
      { from: 6401, to: 6405, goods: 'încălțăminte, ghetre și articole similare' },
      { from: 7213, to: 7214, goods: 'fier-beton și bare din fier sau oțel' },
    ],
  },
];

/** The law in force on a day (`YYYY-MM-DD`); null before the first entry. */
export const lawOf = (day: string): TransportLaw | null => TRANSPORT_LAW.findLast(({ validFrom }) => validFrom <= day) ?? null;
