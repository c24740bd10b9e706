import { codesOf, type Code, entries } from './code-list.ts';

/** Customs offices (`codBirouVamal`) from the authority's schema 1.02 (TRN-6). */

export interface CustomsOffice extends Code {
  kind: 'inland' | 'border';
  /** The office's code in the EU's list of customs offices; null where the authority names none. */
  euCode: string | null;
}

/** A code is the county's code followed by 28xx for an inland office (BVI) or 29xx for a border office (BVF). */
const isInland = (code: number): boolean => Math.floor((code % 10_000) / 100) === 28;

export const CUSTOMS_OFFICES: readonly CustomsOffice[] = entries(`
  12801 ROBV0300 Alba Iulia
  22801 ROTM0200 Arad
  22901 ROTM0230 Arad Aeroport
  22902 ROTM2300 Zona Liberă Curtici
  32801 ROCR7000 Pitești
  42801 ROIS0600 Bacău
  42901 ROIS0620 Bacău Aeroport
  52801 ROCJ6570 Oradea
  52901 ROCJ6580 Oradea Aeroport
  62801 ROCJ0400 Bistrița-Năsăud
  72801 ROIS1600 Botoșani
  72901 ROIS1610 Stanca Costești
  72902 ROIS1620 Rădăuți Prut
  82801 ROBV0900 Brașov
  92901 ROGL0710 Zona Liberă Brăila
  92902 ROGL0700 Brăila
  102801 ROGL1500 Buzău
  112801 ROTM7600 Reșița
  112901 ROTM6100 Naidăș
  122801 ROCJ1800 Cluj Napoca
  122901 ROCJ1810 Cluj Napoca Aero
  132901 ROCT1900 Constanța Sud Agigea
  132902 ROCT5100 Mihail Kogălniceanu
  132903 ROCT5400 Mangalia
  132904 ROCT1970 Constanța Port
  142801 ROBV7820 Sfântu Gheorghe
  152801 ROBU8600 Târgoviște
  162801 ROCR2100 Craiova
  162901 ROCR2110 Craiova Aeroport
  162902 ROCR1720 Bechet
  162903 ROCR1700 Calafat
  172901 ROGL3810 Zona Liberă Galați
  172902 ROGL3850 Giurgiulești
  172903 ROGL3610 Oancea
  172904 ROGL3800 Galați
  182801 ROCR8810 Târgu Jiu
  192801 ROBV5600 Miercurea Ciuc
  202801 ROTM8100 Deva
  212801 ROCT8220 Slobozia
  222901 ROIS4660 Iași Aero
  222902 ROIS4990 Sculeni
  222903 ROIS4650 Iași
  232801 ROBU1200 Antrepozite/Ilfov
  232901 ROBU1030 Otopeni Călători
  242801 ROCJ0500 Baia Mare
  242901 ROCJ0510 Aero Baia Mare
  242902 ROCJ8000 Sighet
  252901 ROCR7280 Orșova
  252902 ROCR7270 Porțile De Fier I
  252903 ROCR7200 Porțile De Fier II
  252904 ROCR9000 Drobeta Turnu Severin
  262801 ROBV8800 Târgu Mureș
  262901 ROBV8820 Târgu Mureș Aeroport
  272801 ROIS7400 Piatra Neamț
  282801 ROCR2000 Corabia
  282802 ROCR8210 Olt
  292801 ROBU7100 Ploiești
  302801 ROCJ7810 Satu-Mare
  302901 ROCJ4310 Halmeu
  302902 ROCJ7830 Aeroport Satu Mare
  312801 ROCJ9700 Zalău
  322801 ROBV7900 Sibiu
  322901 ROBV7910 Sibiu Aeroport
  332801 ROIS8230 Suceava
  332901 ROIS2700 Dornești
  332902 ROIS8200 Siret
  332903 ROIS8250 Suceava Aero
  332904 ROIS9620 Vicovu De Sus
  342801 ROCR0310 Alexandria
  342901 ROCR9100 Turnu Măgurele
  342902 ROCR5800 Zimnicea
  352802 ROTM8720 Timișoara Bază
  352901 ROTM5010 Jimbolia
  352902 ROTM5510 Moravița
  352903 ROTM8730 Timișoara Aeroport
  362901 ROCT8300 Sulina
  362902 ROGL8910 Aeroport Delta Dunării Tulcea
  362903 ROGL8900 Tulcea
  362904 ROGL8920 Isaccea
  372801 ROIS9610 Vaslui
  372901 - Fălciu
  372902 ROIS0100 Albița
  382801 ROCR7700 Râmnicu Vâlcea
  392801 ROGL3600 Focșani
  402801 ROBU1380 București Poștă
  402802 ROBU1400 Târguri și Expoziții
  402901 ROBU1040 Băneasa
  512801 ROCT1710 Călărași
  522801 ROBU3910 Giurgiu
  522901 ROBU3980 Zona Liberă Giurgiu
`).map(({ code, attribute, name }) => ({
  code,
  name: `${isInland(code) ? 'BVI' : 'BVF'} ${name}`,
  kind: isInland(code) ? 'inland' : 'border',
  euCode: attribute === '-' ? null : attribute,
}));

export const CUSTOMS_OFFICE_CODES = codesOf(CUSTOMS_OFFICES);
