/** Names of the counties of Romania and of Bucharest, by ISO 3166-2:RO code. */
const COUNTY_NAMES: ReadonlyMap<string, string> = new Map(
  (
    'AB:Alba AG:Argeș AR:Arad B:București BC:Bacău BH:Bihor BN:Bistrița-Năsăud BR:Brăila BT:Botoșani BV:Brașov BZ:Buzău CJ:Cluj ' +
    'CL:Călărași CS:Caraș-Severin CT:Constanța CV:Covasna DB:Dâmbovița DJ:Dolj GJ:Gorj GL:Galați GR:Giurgiu HD:Hunedoara ' +
    'HR:Harghita IF:Ilfov IL:Ialomița IS:Iași MH:Mehedinți MM:Maramureș MS:Mureș NT:Neamț OT:Olt PH:Prahova SB:Sibiu SJ:Sălaj ' +
    'SM:Satu_Mare SV:Suceava TL:Tulcea TM:Timiș TR:Teleorman VL:Vâlcea VN:Vrancea VS:Vaslui'
  )
    .split(' ')
    .map(entry => {
      const [code, name] = entry.split(':') as [string, string];
      return [`RO-${code}`, name.replace('_', ' ')];
    }),
);

/** The name of a county by its code, such as `RO-CJ`; undefined for an unknown code. */
export const countyName = (code: string): string | undefined => COUNTY_NAMES.get(code.trim().toUpperCase());
