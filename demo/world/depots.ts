/**
 * The demo schools' postal depots for cataloguing: one school has two in its state, one has one, one has only its
 * country's.
 */
export const demoDepots = [
  {
    id: 'demo-depot-vic',
    name: 'Cataloguing depot Melbourne',
    streetAddress1: 'Receiving dock 2',
    streetAddress2: '40 Parcel Street',
    suburbCity: 'Melbourne',
    state: 'VIC',
    postCode: '3999',
    country: 'Australia',
    note: 'Open Monday to Friday, 8.30 am to 4 pm.',
  },
  {
    id: 'demo-depot-gippsland',
    name: 'Cataloguing depot Gippsland',
    streetAddress1: '7 Station Road',
    streetAddress2: '',
    suburbCity: 'Traralgon',
    state: 'VIC',
    postCode: '3998',
    country: 'Australia',
    note: '',
  },
  {
    id: 'demo-depot-nsw',
    name: 'Cataloguing depot Sydney',
    streetAddress1: '115 Harbour Lane',
    streetAddress2: '',
    suburbCity: 'Sydney',
    state: 'NSW',
    postCode: '2999',
    country: 'Australia',
    note: 'Please use the entrance at the back for large parcels.',
  },
  {
    id: 'demo-depot-nz',
    name: 'Cataloguing depot Wellington',
    streetAddress1: '3 Quay Street',
    streetAddress2: '',
    suburbCity: 'Wellington',
    state: '',
    postCode: '6999',
    country: 'New Zealand',
    note: '',
  },
]
