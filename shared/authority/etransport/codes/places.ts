import { codesOf, type Code, entries } from './code-list.ts';

/** Counties (`codJudet`) and border points (`codPtf`) from the authority's schema 1.02 (TRN-6). */

export interface County extends Code {
  /** ISO 3166-2:RO. */
  iso: string;
}

export const COUNTIES: readonly County[] = entries(`
  1 AB Alba
  2 AR Arad
  3 AG Argeș
  4 BC Bacău
  5 BH Bihor
  6 BN Bistrița-Năsăud
  7 BT Botoșani
  8 BV Brașov
  9 BR Brăila
  10 BZ Buzău
  11 CS Caraș-Severin
  12 CJ Cluj
  13 CT Constanța
  14 CV Covasna
  15 DB Dâmbovița
  16 DJ Dolj
  17 GL Galați
  18 GJ Gorj
  19 HR Harghita
  20 HD Hunedoara
  21 IL Ialomița
  22 IS Iași
  23 IF Ilfov
  24 MM Maramureș
  25 MH Mehedinți
  26 MS Mureș
  27 NT Neamț
  28 OT Olt
  29 PH Prahova
  30 SM Satu Mare
  31 SJ Sălaj
  32 SB Sibiu
  33 SV Suceava
  34 TR Teleorman
  35 TM Timiș
  36 TL Tulcea
  37 VS Vaslui
  38 VL Vâlcea
  39 VN Vrancea
  40 B Municipiul București
  51 CL Călărași
  52 GR Giurgiu
`).map(({ code, attribute, name }) => ({ code, name, iso: `RO-${attribute}` }));

export interface BorderPoint extends Code {
  /** The neighbouring country, ISO 3166-1 alpha-2; null for the seaport. */
  country: string | null;
}

export const BORDER_POINTS: readonly BorderPoint[] = entries(`
  1 HU Petea
  2 HU Borș
  3 HU Vărșand
  4 HU Nădlac
  5 BG Calafat
  6 BG Bechet
  7 BG Turnu Măgurele
  8 BG Zimnicea
  9 BG Giurgiu
  10 BG Ostrov
  11 BG Negru Vodă
  12 BG Vama Veche
  13 BG Călărași
  14 BG Corabia
  15 BG Oltenița
  16 HU Carei
  17 HU Cenad
  18 HU Episcopia Bihor
  19 HU Salonta
  20 HU Săcuieni
  21 HU Turnu
  22 HU Urziceni
  23 HU Valea lui Mihai
  24 HU Vladimirescu
  25 RS Porțile de Fier 1
  26 RS Naidăș
  27 RS Stamora Moravița
  28 RS Jimbolia
  29 UA Halmeu
  30 MD Stânca Costești
  31 MD Sculeni
  32 MD Albița
  33 MD Oancea
  34 MD Galați Giurgiulești
  35 - Constanța Sud Agigea
  36 UA Siret
  37 HU Nădlac 2 - A1
  38 HU Borș 2 - A3
`).map(({ code, attribute, name }) => ({ code, name, country: attribute === '-' ? null : attribute }));

export const COUNTY_CODES = codesOf(COUNTIES);
export const BORDER_POINT_CODES = codesOf(BORDER_POINTS);
