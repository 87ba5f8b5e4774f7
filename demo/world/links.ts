/** Organisations without an account, each with a link to open one. */
export const demoApplicants = [
  {
    kind: 'free-trial',
    token: 'demo-trial',
    applicant: {
      organisation: 'Bayside School',
      firstName: 'Bayside',
      lastName: 'Librarian',
      email: 'librarian@bayside.example',
    },
  },
  {
    kind: 'complimentary',
    token: 'demo-complimentary',
    applicant: {
      organisation: 'Eastfield Education Centre',
      firstName: 'Eastfield',
      lastName: 'Librarian',
      email: 'librarian@eastfield.example',
    },
  },
  {
    kind: 'complimentary-student',
    token: 'demo-student',
    applicant: {
      organisation: 'Northgate Institute, library studies',
      firstName: 'Northgate',
      lastName: 'Student',
      email: 'student@northgate.example',
    },
  },
] as const

/** The link by which Hillview's librarian answers the privacy policy. */
export const demoConsentUuid = '00000000-0000-4000-8000-000000000001'
