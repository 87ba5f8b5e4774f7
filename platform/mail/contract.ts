import { problems } from '#kit/contract.ts'

/** The limit of mails per person and hour. */
export const mailsAnHour = 20

export const mailProblem = problems({
  bad_address: [400, 'Please enter one e-mail address.'],
  mail_refused: [400, 'The mail could not be delivered: the address was refused. Please check it.'],
  mail_limit: [429, `At most ${mailsAnHour} mails can be sent in an hour. Please try again later.`],
})
