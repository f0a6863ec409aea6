// Places: the state of the larger cities of the United States, and the letters of the states.
// In: a city's or state's name in small letters. Out: the two letters of the state.
// Why: many parameters ask for "City, ST" while people say the city. The table only completes proposals for a person to confirm;
// what the user did not say is never sent.

const CITIES =
  'New York:NY;Los Angeles:CA;Chicago:IL;Houston:TX;Phoenix:AZ;Philadelphia:PA;San Antonio:TX;San Diego:CA;Dallas:TX;San Jo' +
  'se:CA;Austin:TX;Jacksonville:FL;Fort Worth:TX;Columbus:OH;Charlotte:NC;San Francisco:CA;Indianapolis:IN;Seattle:WA;Denve' +
  'r:CO;Washington:DC;Boston:MA;El Paso:TX;Nashville:TN;Detroit:MI;Oklahoma City:OK;Portland:OR;Las Vegas:NV;Memphis:TN;Lou' +
  'isville:KY;Baltimore:MD;Milwaukee:WI;Albuquerque:NM;Tucson:AZ;Fresno:CA;Sacramento:CA;Kansas City:MO;Mesa:AZ;Atlanta:GA;' +
  'Omaha:NE;Colorado Springs:CO;Raleigh:NC;Miami:FL;Long Beach:CA;Virginia Beach:VA;Oakland:CA;Minneapolis:MN;Tulsa:OK;Tamp' +
  'a:FL;Arlington:TX;New Orleans:LA;Wichita:KS;Cleveland:OH;Bakersfield:CA;Honolulu:HI;Anaheim:CA;Orlando:FL;Santa Ana:CA;R' +
  'iverside:CA;Lexington:KY;Stockton:CA;St. Louis:MO;Pittsburgh:PA;Anchorage:AK;Cincinnati:OH;Irvine:CA;Saint Paul:MN;Newar' +
  'k:NJ;Buffalo:NY;Fremont:CA;Madison:WI;Berkeley:CA;Santa Rosa:CA;San Mateo:CA;Palo Alto:CA;Sunnyvale:CA;Mountain View:CA;' +
  'Santa Clara:CA;Hayward:CA;Walnut Creek:CA;San Rafael:CA;Salt Lake City:UT;Reno:NV;Boise:ID;Spokane:WA;Brooklyn:NY;Manhat' +
  'tan:NY';

export const REGION_OF: ReadonlyMap<string, string> = new Map(
  CITIES.split(';').map((pair): [string, string] => {
    const [city = '', state = ''] = pair.split(':');
    return [city.toLowerCase(), state];
  }),
);

const STATES =
  'Alabama:AL;Alaska:AK;Arizona:AZ;Arkansas:AR;California:CA;Colorado:CO;Connecticut:CT;Delaware:DE;Florida:FL;Georgia:GA;Hawaii:HI;Idaho:ID;Illinois:IL;Indiana:IN;Iowa:IA;' +
  'Kansas:KS;Kentucky:KY;Louisiana:LA;Maine:ME;Maryland:MD;Massachusetts:MA;Michigan:MI;Minnesota:MN;Mississippi:MS;Missouri:MO;Montana:MT;Nebraska:NE;Nevada:NV;New Hampshire:NH;' +
  'New Jersey:NJ;New Mexico:NM;New York:NY;North Carolina:NC;North Dakota:ND;Ohio:OH;Oklahoma:OK;Oregon:OR;Pennsylvania:PA;Rhode Island:RI;South Carolina:SC;South Dakota:SD;' +
  'Tennessee:TN;Texas:TX;Utah:UT;Vermont:VT;Virginia:VA;Washington:WA;West Virginia:WV;Wisconsin:WI;Wyoming:WY';

/** Two letters of each state, by its name in small letters. */
export const CODE_OF_STATE: ReadonlyMap<string, string> = new Map(
  STATES.split(';').map((pair): [string, string] => {
    const [state = '', code = ''] = pair.split(':');
    return [state.toLowerCase(), code];
  }),
);
