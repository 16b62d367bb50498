// Whom the tests of a vendor's adapter are about.
export const person = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '+18015550100',
  dob: '1990-04-08',
  ssn: '666010001',
  streetAddress: '350 S Main St',
  city: 'Salt Lake City',
  state: 'UT',
  zipCode: '84101',
};
